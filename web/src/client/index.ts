/** The client as a library of its own (`npm run client`): docs/writing-a-bot.md. */

export { Client, SeatedAt, type Wishes } from "./client";
export { Clock } from "./clock";
export { Connection, Refusal, type Asking, type Link, type Listener, type Socket } from "./connection";
export { Pocket, type Kept } from "./kept";
export { arrived, followed, type Known, type Line } from "./known";
export { Nonces } from "./nonce";
export { Visit, type Follower, type Me } from "./visit";
export type * from "./types.gen";
