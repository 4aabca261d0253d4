import { afterEach, describe, expect, test } from "vitest";
import { houseKey } from "../src/state/key";

afterEach(() => {
  localStorage.clear();
  history.replaceState(null, "", "/");
});

describe("the key of a house that is closed to strangers", () => {
  test("is none where the address has none", () => {
    expect(houseKey()).toBe("");
  });

  test("is taken from the address, and kept for the next time", () => {
    history.replaceState(null, "", "/?key=open%20sesame%26");
    expect(houseKey()).toBe("?key=open%20sesame%26");
    history.replaceState(null, "", "/lobby");
    expect(houseKey()).toBe("?key=open%20sesame%26");
  });
});
