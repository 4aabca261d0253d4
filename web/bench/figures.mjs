// Quantiles, and lines to print.

import { loadavg } from "node:os";

export function quantile(values, share) {
  const sorted = [...values].sort((one, other) => one - other);
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? NaN;
}

export const ms = (value) => `${value.toFixed(1)} ms`;

/** Measurements beside other work must say so. */
export const load = () => `load ${loadavg()[0].toFixed(1)}`;
