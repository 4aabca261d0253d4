// Made by `python -m tools.typescript`. Change the server's types, not this.
/* eslint-disable */

/** Come in as a new guest; without a name the server picks one. */
export interface Enter {
  type: "enter";
  name?: string | null;
  key?: string | null;
  id?: number | string | null;
}
/** Come in as whoever was given this token. */
export interface Resume {
  type: "resume";
  token: string;
  key?: string | null;
  id?: number | string | null;
}
/** Come in with a registered account. */
export interface SignIn {
  type: "sign_in";
  name: string;
  password: string;
  id?: number | string | null;
}
/** Make the guest one is (or a new one) a registered account. */
export interface Register {
  type: "register";
  name: string;
  password: string;
  key?: string | null;
  id?: number | string | null;
}
/** Take another name. */
export interface Rename {
  type: "rename";
  name: string;
  id?: number | string | null;
}
/** Make a token worthless: the one given, or all of this account's. */
export interface SignOut {
  type: "sign_out";
  token?: string | null;
  id?: number | string | null;
}
/** Are you there? The session answers it by itself. */
export interface Ping {
  type: "ping";
  id?: number | string | null;
}
/** Who is inside? */
export interface AskPlayers {
  type: "players";
  id?: number | string | null;
}
/** Which public tables are there, of one game or of all? A page of them, from `after` on. */
export interface AskTables {
  type: "tables";
  game?: string | null;
  after?: number;
  limit?: number;
  mine?: boolean;
  id?: number | string | null;
}
/** The high scores of a game. */
export interface AskScores {
  type: "scores";
  game: string;
  id?: number | string | null;
}
/** The strongest players of a game. */
export interface AskRatings {
  type: "ratings";
  game: string;
  id?: number | string | null;
}
/** Who is that? By name, or by the `person` that seats are marked with. */
export interface AskPerson {
  type: "person";
  name?: string | null;
  person?: string | null;
  id?: number | string | null;
}
/** Open a table and, unless `sit` is false, take a seat at it. */
export interface Open {
  type: "open";
  game: string;
  profile: string;
  options?: Record<string, boolean | number | string | (string)[]>;
  seats?: number;
  private?: boolean;
  leaver?: "bot" | "end" | "out" | "wait";
  bots?: string;
  fill_after?: number | null;
  watch?: boolean;
  name?: string;
  hints?: boolean;
  grace?: number;
  pace?: number | null;
  sit?: boolean;
  password?: string | null;
  follow?: "events" | "views";
  id?: number | string | null;
}
/** Come to a table: to one's own seat, else to a free one; with `watch`, only to look on. Either `table` (its id) or `invite` (the code, or the link that ends with it) says which. `since` is the last `seq` the client knows: it is told what it missed instead of everything. */
export interface Join {
  type: "join";
  table?: string | null;
  invite?: string | null;
  seat?: number | null;
  watch?: boolean;
  since?: number | null;
  password?: string | null;
  follow?: "events" | "views";
  keep?: boolean;
  late?: boolean;
  id?: number | string | null;
}
/** Take a seat at the table one is watching. */
export interface Sit {
  type: "sit";
  seat?: number | null;
  follow?: "events" | "views";
  id?: number | string | null;
}
/** Invite the person of that name to the table one is at. */
export interface Invite {
  type: "invite";
  name: string;
  id?: number | string | null;
}
/** Give up one's seat, or stop watching. */
export interface Leave {
  type: "leave";
  id?: number | string | null;
}
/** Want to play. A nonce goes into the deals: send its hash (SHA-256 of its text), and the nonce when the news `committed` asks for it. In the open (hexadecimal, 1 to 64 bytes) it is taken, too, but then whoever knows it and the server's secret beforehand knows the deal. */
export interface Ready {
  type: "ready";
  nonce?: string | null;
  hash?: string | null;
  id?: number | string | null;
}
/** Open the nonce whose hash was sent with `ready`: lower-case hexadecimal, 16 to 64 bytes. */
export interface Disclose {
  type: "disclose";
  nonce: string;
  id?: number | string | null;
}
/** Take "ready" back, as long as the match has not begun. */
export interface Unready {
  type: "unready";
  id?: number | string | null;
}
/** Give a free seat to a bot. */
export interface AddBot {
  type: "add_bot";
  level?: string | null;
  seat?: number | null;
  id?: number | string | null;
}
/** Send the bot on that seat away. */
export interface RemoveBot {
  type: "remove_bot";
  seat: number;
  id?: number | string | null;
}
/** Change how the table is run, between matches; only its host may. What is left out stays. Whoever was ready is asked again. */
export interface Configure {
  type: "configure";
  profile?: string;
  options?: Record<string, boolean | number | string | (string)[]>;
  seats?: number;
  name?: string;
  private?: boolean;
  password?: string | null;
  leaver?: "bot" | "end" | "out" | "wait";
  bots?: string;
  fill_after?: number | null;
  watch?: boolean;
  hints?: boolean;
  grace?: number;
  pace?: number | null;
  anew?: boolean;
  id?: number | string | null;
}
/** Change the order of the seats: seat n goes to whoever has seat `order[n]`. For the host. */
export interface Arrange {
  type: "arrange";
  order: (number)[];
  id?: number | string | null;
}
/** Send whoever has that seat away; they may come back only by invitation. For the host. */
export interface Kick {
  type: "kick";
  seat: number;
  reason?: string;
  id?: number | string | null;
}
/** Make whoever has that seat the host. */
export interface TransferHost {
  type: "transfer_host";
  seat: number;
  id?: number | string | null;
}
/** Do something in the match; with `seq`, only if nothing has happened since then. */
export interface Act {
  type: "act";
  action: Action;
  seq?: number | null;
  id?: number | string | null;
}
/** What may I do now? */
export interface AskActions {
  type: "actions";
  id?: number | string | null;
}
/** Would this action be legal now, and if not, why? Nothing is done. */
export interface CheckAction {
  type: "check_action";
  action: Action;
  id?: number | string | null;
}
/** What would a good bot do in my place, and why? */
export interface AskHint {
  type: "hint";
  id?: number | string | null;
}
/** Give me a code with which anybody may see the record of a match at which I had a seat. */
export interface Share {
  type: "share";
  match: string;
  id?: number | string | null;
}
/** Talk: at the table, to everyone in the server, or to the person named in `to`. */
export interface Say {
  type: "say";
  text: string;
  reach?: "everyone" | "person" | "table";
  to?: string | null;
  id?: number | string | null;
}
/** Do something as an administrator of the server. */
export interface Administer {
  type: "administer";
  command: ListPeople | ListTables | RenamePerson | Ban | Unban | ResetPassword | CloseTable | Announce | GrantAdmin | RevokeAdmin | MakeInvitation | RevokeInvitations;
  id?: number | string | null;
}
/** Who is there? */
export interface ListPeople {
  type: "list_people";
  which: "admins" | "banned" | "inside" | "registered";
}
/** All tables, private ones too. */
export interface ListTables {
  type: "list_tables";
}
/** Give somebody another name. */
export interface RenamePerson {
  type: "rename_person";
  name: string;
  to: string;
}
/** Send somebody out of the server, and let them in no more: their account, and with `address` also whoever comes from where they are now. */
export interface Ban {
  type: "ban";
  name: string;
  reason: string;
  address: boolean;
}
/** Let somebody in again. */
export interface Unban {
  type: "unban";
  name: string;
}
/** Give a registered account a new password, and sign it out everywhere. */
export interface ResetPassword {
  type: "reset_password";
  name: string;
  password: string | null;
}
/** Take a table away. A match that is on there is lost. */
export interface CloseTable {
  type: "close_table";
  table: string;
  reason: string;
}
/** Tell everybody something, in the server's name; with `minutes`, that the server restarts then. Who comes in later, but before that time, is told too. */
export interface Announce {
  type: "announce";
  text: string | null;
  minutes: number | null;
}
/** Let a registered account do all this. */
export interface GrantAdmin {
  type: "grant_admin";
  name: string;
}
/** Let an account do it no more. */
export interface RevokeAdmin {
  type: "revoke_admin";
  name: string;
}
/** A code with which somebody new may come in where the server is closed to strangers. */
export interface MakeInvitation {
  type: "make_invitation";
  uses: number;
  days: number;
}
/** Make all invitations worthless that have not been used up. */
export interface RevokeInvitations {
  type: "revoke_invitations";
}
/** Who one is now. `token` is null unless a new one was made: keep it to `resume`. */
export interface Entered {
  type: "entered";
  account: string;
  name: string;
  kind: string;
  token: string | null;
  admin: boolean;
  id: number | string | null;
}
/** `heard` is false if there is nobody of that name. */
export interface Talked {
  type: "talked";
  heard: boolean;
  id: number | string | null;
}
/** Here I am. */
export interface Pong {
  type: "pong";
  id: number | string | null;
}
/** Names of those who are inside, in the order in which they came. */
export interface Players {
  type: "players";
  names: (string)[];
  id: number | string | null;
}
/** Public tables, oldest first. */
export interface Tables {
  type: "tables";
  tables: (TableInfo)[];
  more: number | null;
  id: number | string | null;
}
/** A table as the lobby lists it. */
export interface TableInfo {
  id: string;
  number: number;
  name: string;
  game: string;
  profile: string;
  options: Record<string, boolean | number | string | (string)[]>;
  phase: string;
  seats: (SeatInfo)[];
  host: number | null;
  private: boolean;
  locked: boolean;
  leaver: string;
  bots: string;
  fill_after: number | null;
  watch: boolean;
  hints: boolean;
  grace: number;
  pace: number | null;
  spectators: number;
  created: number;
  winner: string | null;
  adjourned: boolean;
}
/** A seat as everybody may see it. */
export interface SeatInfo {
  name: string | null;
  player: string | null;
  person: string | null;
  bot: string | null;
  host: boolean;
  away: boolean;
  deputy: string | null;
  free: boolean;
  ready: boolean;
  used: boolean;
  since: number;
}
/** The high scores of a game. */
export interface Scores {
  type: "scores";
  scores: (HighScore)[];
  id: number | string | null;
}
/** A line of a game's high scores. */
export interface HighScore {
  game: string;
  name: string;
  at: number;
  score: number;
  match: string | null;
}
/** The strongest first. */
export interface Ratings {
  type: "ratings";
  ratings: (RatedPlayer)[];
  id: number | string | null;
}
/** How strong somebody has shown themselves. */
export interface RatedPlayer {
  name: string;
  mu: number;
  sigma: number;
  played: number;
}
/** Somebody whom the server knows. */
export interface Person {
  type: "person";
  name: string;
  person: string;
  kind: string;
  here: boolean;
  id: number | string | null;
}
/** All that one may know of the table one is at now. What happens later comes as `events`. */
export interface Table {
  type: "table";
  created: boolean;
  invite: string;
  table: TableInfo;
  seat: number | null;
  back: boolean;
  seq: number;
  at: number;
  commitment: string;
  match: string | null;
  chat: (ChatLine)[];
  scoreboard: (Played)[];
  disclosing: Disclosing | null;
  nonces_from: (string)[];
  view: View | null;
  observation?: ObservationInfo | null;
  id: number | string | null;
}
/** Something that was said. */
export interface ChatLine {
  name: string;
  text: string;
  at: number;
}
/** A finished match as the score sheet of the evening has it. */
export interface Played {
  match: string;
  ended: number;
  outcome: string;
  names: (string)[];
  persons: (string)[];
  ranks: (number)[];
  points: (number)[];
  nonces_from: (string)[];
}
/** Everybody is ready, and nonces are being opened. */
export interface Disclosing {
  hashes: (string | null)[];
  waits_for: (number)[];
  deadline: number;
}
/** All that one sees of the match and may do at this moment. */
export interface ObservationInfo {
  view: View;
  turn: (number)[];
  deadline: number | null;
  legal: (LegalAction)[];
  forms: (FormInfo)[];
}
/** Something that may be done now. */
export interface LegalAction {
  number: number;
  action: Action;
}
/** A choice too large to be listed: actions of this type with these fields filled in. */
export interface FormInfo {
  action: string;
  number: number;
  fields: (FieldInfo)[];
}
/** What is to be filled in: `least` to `most` of the values in `of`, as a list; or words. */
export interface FieldInfo {
  name: string;
  least: number;
  most: number;
  of: (unknown)[] | null;
  must: (unknown)[];
}
/** One is back at the table: instead of the view, what happened in the match since `since`. */
export interface Missed {
  type: "missed";
  created: boolean;
  invite: string;
  table: TableInfo;
  seat: number | null;
  back: boolean;
  seq: number;
  at: number;
  commitment: string;
  match: string | null;
  chat: (ChatLine)[];
  scoreboard: (Played)[];
  disclosing: Disclosing | null;
  nonces_from: (string)[];
  batches: (MissedBatch)[];
  observation?: ObservationInfo | null;
  id: number | string | null;
}
/** What happened in one step while nobody listened. */
export interface MissedBatch {
  seq: number;
  at: number;
  events: (Event)[];
}
/** It is done and will not be forgotten. What it brought about follows as `events`. */
export interface Accepted {
  type: "accepted";
  seq: number;
  at: number;
  id: number | string | null;
}
/** All that one's seat may do now, each with its number in this version of the rules. */
export interface Actions {
  type: "actions";
  seq: number;
  turn: (number)[];
  legal: (LegalAction)[];
  forms: (FormInfo)[];
  deadline: number | null;
  id: number | string | null;
}
/** Whether the action would be legal; if not, `code` and `message` say why. */
export interface Verdict {
  type: "verdict";
  legal: boolean;
  code: string | null;
  message: string | null;
  data: Record<string, unknown>;
  id: number | string | null;
}
/** What a good bot would do in one's place (null: wait), and why. */
export interface Hint {
  type: "hint";
  seq: number;
  action: Action | null;
  reason: Explanation;
  id: number | string | null;
}
/** Why a bot does something: the code of its sentence, what is filled in, and it in English. */
export interface Explanation {
  code: string;
  data: Record<string, unknown>;
  sentence: string;
}
/** Whoever has `share` may see the match: `/api/matches/{match}/record?share={share}`. */
export interface Shared {
  type: "shared";
  match: string;
  share: string;
  id: number | string | null;
}
/** An administrator's command is done, and durable where it must last. */
export interface Administered {
  type: "administered";
  sentence: string;
  secret: string | null;
  id: number | string | null;
}
/** Whom an administrator asked for, by name. */
export interface People {
  type: "people";
  people: (KnownPerson)[];
  id: number | string | null;
}
/** Somebody, as an administrator sees them. */
export interface KnownPerson {
  name: string;
  person: string;
  kind: string;
  here: boolean;
  admin: boolean;
  banned: string | null;
  protocols: (string)[];
  addresses: (string)[];
  tables: (string)[];
}
/** It was not done. `code` is for programs, `message` is a sentence for people. */
export interface Refused {
  type: "error";
  code: string;
  message: string;
  data: Record<string, unknown>;
  id: number | string | null;
}
/** The first message on every connection. */
export interface Welcome {
  type: "welcome";
  server: string;
  server_version: string;
  protocol: number;
  games: (GameInfo)[];
  bot_levels: (string)[];
  leavers: (string)[];
  members_only: boolean;
  cheats: boolean;
}
/** A game that can be played here, and by which rules. */
export interface GameInfo {
  name: string;
  rules_version: number;
  fewest_seats: number;
  most_seats: number;
  options: (OptionInfo)[];
  profiles: Record<string, Record<string, boolean | number | string | (string)[]>>;
  fixed: Record<string, (string)[]>;
  usual_profile: string;
  bots: (string)[];
  usual_level: string;
  leavers: (string)[];
  refusals: Record<string, string>;
}
/** A rule that people may choose differently. */
export interface OptionInfo {
  name: string;
  kind: string;
  default: boolean | number | string | (string)[];
  meaning: string;
  choices: (boolean | number | string | (string)[])[];
  least: number | null;
  most: number | null;
  step: number;
  needs: Record<string, (boolean | number | string | (string)[])[]>;
  group: string;
  cheat: boolean;
}
/** What happened at the table, as one may see it. */
export interface Events {
  type: "events";
  table: string;
  seq: number;
  at: number;
  events: (Event)[];
  observation?: ObservationInfo | null;
}
/** Somebody spoke to everyone, or to you alone. */
export interface ChatMessage {
  type: "chat_message";
  reach: string;
  text: string;
  sender: string;
}
/** Somebody asks you to a table; `join` it with the invite. */
export interface Invited {
  type: "invited";
  name: string;
  person: string;
  table: string;
  game: string;
  invite: string;
}
/** The server closes the connection after this. */
export interface Goodbye {
  type: "goodbye";
  reason: string;
  alone: boolean;
}
/** Somebody took a seat, or came back to it. */
export interface Sat {
  type: "sat";
  seat: number;
  name: string;
  seats: (SeatInfo)[];
  back: boolean;
}
/** Somebody gave the seat up, or is away from it (then it is still theirs). */
export interface Left {
  type: "left";
  seat: number;
  name: string;
  seats: (SeatInfo)[];
  away: boolean;
  kicked: string | null;
  late: boolean;
}
/** Somebody at the table has another name. */
export interface Renamed {
  type: "renamed";
  seat: number;
  name: string;
  seats: (SeatInfo)[];
}
/** Somebody wants to play. */
export interface Readied {
  type: "readied";
  seat: number;
  seats: (SeatInfo)[];
}
/** Somebody has taken "ready" back. */
export interface Unreadied {
  type: "unreadied";
  seat: number;
  seats: (SeatInfo)[];
  again: boolean;
}
/** Everybody is ready, and no nonce can be changed any more: whoever has sent the hash of one now sends the nonce itself (`disclose`). */
export interface Committed {
  type: "committed";
  hashes: (string | null)[];
  deadline: number;
}
/** Somebody has opened the nonce; `started` tells it. */
export interface Disclosed {
  type: "disclosed";
  seat: number;
}
/** The host has changed how the table is run; whoever was ready must say so again. */
export interface Configured {
  type: "configured";
  settings: Settings;
  locked: boolean;
  seats: (SeatInfo)[];
  invite: string | null;
}
/** How a table is run. */
export interface Settings {
  game: string;
  profile: string;
  options: Record<string, boolean | number | string | (string)[]>;
  seats: number;
  private: boolean;
  leaver: "bot" | "end" | "out" | "wait";
  bots: string;
  fill_after: number | null;
  watch: boolean;
  name: string;
  hints: boolean;
  grace: number;
  pace: number | null;
}
/** The seats have another order now: seat n went to whoever had seat `order[n]`. */
export interface Arranged {
  type: "arranged";
  order: (number)[];
  seats: (SeatInfo)[];
}
/** Somebody else is the host now. */
export interface Hosted {
  type: "hosted";
  seat: number;
  seats: (SeatInfo)[];
}
/** All are ready. The nonces are those that go into every deal of this match. */
export interface Started {
  type: "started";
  match: string;
  nonces: (string)[];
  commitment: string;
  continued: boolean;
  nonces_from: ("commitment" | "player" | "server")[];
}
/** The secret of a finished round: now the deal can be checked. */
export interface Revealed {
  type: "revealed";
  round: number;
  secret: string;
}
/** A match is over. */
export interface Ended {
  type: "ended";
  match: string;
  outcome: string;
  winners: (number)[];
  ranks: (number)[];
  points: (number)[];
  reason: string | null;
}
/** The table is set for the next match; this is the commitment for its deals. */
export interface Opened {
  type: "opened";
  commitment: string;
  seats: (SeatInfo)[];
}
/** Somebody said something at the table. */
export interface Said {
  type: "said";
  name: string;
  text: string;
  at: number;
  seat: number | null;
}
/** The table is closed: nothing more is heard of it. */
export interface Closed {
  type: "closed";
  reason: string;
}
/** Take a tile from the main stack, or what the previous player put down. */
export interface TilesDrawPart {
  stack: "exchange" | "main";
}
/** Put a tile on the next player's exchange stack. `rack` is how the other fourteen lie; if they all lie in groups, that wins. Without a rack the tile is only put down. */
export interface TilesPutPart {
  tile: number;
  rack: (number | null)[] | null;
}
/** Swap one's tiles for a winning rack. Only where the rules have `cheats`. */
export interface TilesCheatPart {
}
/** A round begins. `racks` holds null for the seats whose tiles one may not see. */
export interface TilesDealtPart {
  racks: ((number | null)[] | null)[];
  starter: number;
  indicator: number | null;
}
/** A tile was drawn. From the main stack only the drawer sees which (`tile` else null). */
export interface TilesDrawnPart {
  seat: number;
  stack: "exchange" | "main";
  tile: number | null;
  left: number;
}
/** A tile was put on the exchange stack of the next seat. */
export interface TilesPutDownPart {
  seat: number;
  tile: number;
}
/** How the table stands, after every draw and every put that did not end the match. */
export interface TilesStatusPart {
  tops: (number | null)[];
  turn: number;
  deadline: number | null;
}
/** A rack in nothing but groups (or pairs): the match is over. */
export interface TilesWonPart {
  seat: number;
  tile: number;
  rack: (number | null)[];
  score: number;
  by_pairs: boolean;
}
/** Somebody wanted to draw from the empty main stack: the match is a draw. */
export interface TilesEmptiedPart {
}
/** A seat has swapped its tiles for a winning rack, which only it sees. */
export interface TilesCheatedPart {
  seat: number;
  rack: (number | null)[] | null;
}
/** A match of tiles as one seat sees it; a spectator's `seat` and `rack` are null. */
export interface TilesViewPart {
  seat: number | null;
  rack: (number | null)[] | null;
  counts: (number)[];
  exchange: ((number)[])[];
  left: number;
  turn: number | null;
  must_put: boolean;
  draws: number;
  indicator: number | null;
  wild: number;
  deadline: number | null;
  cheated: boolean;
  winner: number | null;
  over: boolean;
  known: ((number)[])[];
  fresh: number | null;
  drawn: number | null;
  vanished: (number)[];
  lost: (number)[];
  unseen: (number)[] | null;
  final: number | null;
}
/** Take a tile from the main stack, or what the previous player put down. */
export interface TilesDraw {
  type: "draw";
  stack: "exchange" | "main";
}
/** Put a tile on the next player's exchange stack. `rack` is how the other fourteen lie; if they all lie in groups, that wins. Without a rack the tile is only put down. */
export interface TilesPut {
  type: "put";
  tile: number;
  rack: (number | null)[] | null;
}
/** Swap one's tiles for a winning rack. Only where the rules have `cheats`. */
export interface TilesCheat {
  type: "cheat";
}
/** A round begins. `racks` holds null for the seats whose tiles one may not see. */
export interface TilesDealt {
  type: "dealt";
  racks: ((number | null)[] | null)[];
  starter: number;
  indicator: number | null;
}
/** A tile was drawn. From the main stack only the drawer sees which (`tile` else null). */
export interface TilesDrawn {
  type: "drawn";
  seat: number;
  stack: "exchange" | "main";
  tile: number | null;
  left: number;
}
/** A tile was put on the exchange stack of the next seat. */
export interface TilesPutDown {
  type: "put_down";
  seat: number;
  tile: number;
}
/** How the table stands, after every draw and every put that did not end the match. */
export interface TilesStatus {
  type: "status";
  tops: (number | null)[];
  turn: number;
  deadline: number | null;
}
/** A rack in nothing but groups (or pairs): the match is over. */
export interface TilesWon {
  type: "won";
  seat: number;
  tile: number;
  rack: (number | null)[];
  score: number;
  by_pairs: boolean;
}
/** Somebody wanted to draw from the empty main stack: the match is a draw. */
export interface TilesEmptied {
  type: "emptied";
}
/** A seat has swapped its tiles for a winning rack, which only it sees. */
export interface TilesCheated {
  type: "cheated";
  seat: number;
  rack: (number | null)[] | null;
}
/** A match of tiles as one seat sees it; a spectator's `seat` and `rack` are null. */
export interface TilesView {
  seat: number | null;
  rack: (number | null)[] | null;
  counts: (number)[];
  exchange: ((number)[])[];
  left: number;
  turn: number | null;
  must_put: boolean;
  draws: number;
  indicator: number | null;
  wild: number;
  deadline: number | null;
  cheated: boolean;
  winner: number | null;
  over: boolean;
  known: ((number)[])[];
  fresh: number | null;
  drawn: number | null;
  vanished: (number)[];
  lost: (number)[];
  unseen: (number)[] | null;
  final: number | null;
}
/** Say something to everybody, in at most 200 UTF-16 units. */
export interface MaoTalkPart {
  text: string;
}
/** Take a card from somewhere and put it somewhere else. A hand is always one's own. */
export interface MaoMovePart {
  source: MaoSpotPart;
  target: MaoSpotPart;
}
/** A place that a card goes from or to. `index` counts from 0: in one's hand, or in the pile, whose top is its end. To a pile it is where the card will lie, counted after it was taken away. null is the top of a pile; to a hand a card is always appended, and a deck has no places. */
export interface MaoSpotPart {
  place: "deck" | "hand" | "pile";
  index: number | null;
  pile: number;
}
/** Accuse a player, or oneself, of having broken a rule. */
export interface MaoAccusePart {
  seat: number;
  reason: string | null;
}
/** The accused admits it. */
export interface MaoAcceptPart {
}
/** The accuser takes the accusation back. */
export interface MaoCancelPart {
}
/** The winner of a round adds a rule, in 1 to 200 UTF-16 units, before the next round. */
export interface MaoWriteRulePart {
  text: string;
  language: number;
}
/** Cards were dealt. `hands` holds null for hands one may not see, and () for who has left. */
export interface MaoRoundStartedPart {
  round: number;
  hands: ((number)[] | null)[];
  discard: (number)[];
}
/** Somebody spoke; null is the chairman. */
export interface MaoTalkedPart {
  seat: number | null;
  text: string;
}
/** A card went from `source` to `target`. Its mover sees all. Others do not see where in the hand it was (`source.index` null), and if it went between deck and hand they do not see the card (null). */
export interface MaoMovedPart {
  seat: number;
  card: number | null;
  source: MaoSpotPart;
  target: MaoSpotPart;
  length: number | null;
  cause: "penalty" | "player" | "return" | "rule";
}
/** A hand became empty: its owner wins at `deadline`, unless accused in time. */
export interface MaoLastChancePart {
  seat: number;
  deadline: number;
}
/** Somebody (null: the chairman) accused somebody; nothing but talk until it is settled. */
export interface MaoAccusedPart {
  accuser: number | null;
  accused: number;
  reason: string | null;
  deadline: number;
  card: number | null;
}
/** The accusation stands; the match is in play again. */
export interface MaoAcceptedPart {
  accuser: number | null;
  accused: number;
  by: "accused" | "time" | "vote";
}
/** The accusation is off, and the match goes on where it was. */
export interface MaoCancelledPart {
  mode: "lastChance" | "play";
  deadline: number | null;
}
/** The accusation is stuck: all others may say "guilty" or "innocent" until the deadline. */
export interface MaoVoteCalledPart {
  voters: (number)[];
  deadline: number;
}
/** The seat has won the round, and may write a rule until the deadline, if one follows. */
export interface MaoRoundOverPart {
  seat: number;
  points: (number)[];
  deadline: number | null;
}
/** A rule was added. Only its author sees which, and what the machine makes of it. */
export interface MaoRuleWrittenPart {
  seat: number;
  text: string | null;
  understood: boolean | null;
  complaint: string | null;
}
/** An author has left: these were the rules. */
export interface MaoRulesRevealedPart {
  seat: number;
  rules: (string)[];
}
/** Whose last chance it was has left: the round goes on. */
export interface MaoWinnerLeftPart {
}
/** A player has left for good, with all cards of the hand. */
export interface MaoPlayerGonePart {
  seat: number;
}
/** Whose turn it is, where a chairman watches. `direction` is 1 or -1 from seat to seat. */
export interface MaoTurnChangedPart {
  seat: number;
  direction: number;
  deadline: number | null;
}
/** Play is suspended (`open`), or goes on. `seat` is null if its time was over. */
export interface MaoPointOfOrderPart {
  seat: number | null;
  open: boolean;
  deadline: number | null;
}
/** All rules, who broke which and when, who found out first; and every accusation. */
export interface MaoFinalePart {
  rules: (MaoRuleToldPart)[];
  verdicts: (MaoVerdictPart)[];
}
/** A written rule as the finale tells it. */
export interface MaoRuleToldPart {
  author: number;
  text: string;
  round: number;
  understood: boolean | null;
  broken: (MaoBreachPart)[];
  found: number | null;
}
/** Somebody broke a rule. */
export interface MaoBreachPart {
  seat: number;
  round: number;
  at: number;
}
/** An accusation that was settled. */
export interface MaoVerdictPart {
  accuser: number | null;
  accused: number;
  reason: string | null;
  guilty: boolean;
  round: number;
  at: number;
}
/** The match has ended. Points are rounds won. */
export interface MaoMatchOverPart {
  points: (number)[];
}
/** A match of Mao as one seat sees it; a spectator's `seat` and `hand` are null. */
export interface MaoViewPart {
  seat: number | null;
  hand: (number)[] | null;
  counts: (number)[];
  pile: (number)[];
  mode: "accusation" | "inBetweenRounds" | "lastChance" | "over" | "play" | "waiting";
  round: number;
  rounds: number;
  points: (number)[];
  present: (boolean)[];
  winner: number | null;
  charge: MaoChargePart | null;
  deadline: number | null;
  chance_left: number | null;
  own_rules: (string)[];
  rule_counts: (number)[];
  known_rules: (MaoRevealedPart)[];
  base_rules: (string)[];
  turn: number | null;
  direction: number;
  point_of_order: boolean;
  over: boolean;
  witnessed: (MaoWitnessPart)[];
  known: ((number)[])[];
  last_winner: number | null;
  stalled: number;
  written: (MaoRuleSeenPart)[];
  to_reveal: (number)[];
  verdicts: (MaoVerdictPart)[];
  agenda: MaoAgendaPart | null;
  finale: (MaoRuleToldPart)[];
  laid: (number | null)[];
}
/** The open accusation. `accuser` null is the chairman. */
export interface MaoChargePart {
  accuser: number | null;
  accused: number;
  reason: string | null;
  mode: "lastChance" | "play";
  voting: boolean;
  card: number | null;
}
/** A rule that everybody may read now. */
export interface MaoRevealedPart {
  author: number;
  text: string;
}
/** Something that everybody saw or heard; what does not belong to it is null. */
export interface MaoWitnessPart {
  at: number;
  what: string;
  seat: number | null;
  accused: number | null;
  text: string | null;
  card: number | null;
  source: "deck" | "hand" | "pile" | null;
  target: "deck" | "hand" | "pile" | null;
  index: number | null;
  length: number | null;
  cause: "penalty" | "player" | "return" | "rule" | null;
}
/** A written rule as a seat knows it: the text is null if it is secret. */
export interface MaoRuleSeenPart {
  author: number;
  round: number;
  text: string | null;
  language: number;
}
/** What the chairman has in mind, as far as a player knows it who has seen and heard all: by rules that are secret to the player nothing is here. The fields are those of `Chairman`. */
export interface MaoAgendaPart {
  turns: number;
  turn_due: number | null;
  stopped: number | null;
  order_due: number | null;
  tasks: (MaoTaskPart)[];
  wish: [number, number] | null;
  musts: (MaoMustPart)[];
  row: (number)[];
  offences: (MaoOffencePart)[];
  trial: MaoOffencePart | null;
  votes: ([number, boolean])[];
}
/** What a seat must do, or must not, until `due`. */
export interface MaoTaskPart {
  seat: number;
  kind: "late" | "say" | "silent" | "wish";
  phrases: (string)[];
  due: number;
  rule: number;
  penalty: number;
  about: number | null;
}
/** What the next card must be, by which rule, and what it costs otherwise. */
export interface MaoMustPart {
  test: MaoCardTestPart;
  rule: number;
  penalty: number;
}
/** Which cards are meant: those that fit all that is not null. Without anything: every card. */
export interface MaoCardTestPart {
  suit: number | null;
  rank: number | null;
  red: boolean | null;
  kind: "even" | "face" | "number" | "odd" | null;
  above: number | null;
  below: number | null;
}
/** What the chairman has to say of somebody. */
export interface MaoOffencePart {
  seat: number;
  name: string;
  penalty: number;
  rule: number | null;
  card: number | null;
  about: number | null;
}
/** Say something to everybody, in at most 200 UTF-16 units. */
export interface MaoTalk {
  type: "talk";
  text: string;
}
/** Take a card from somewhere and put it somewhere else. A hand is always one's own. */
export interface MaoMove {
  type: "move";
  source: MaoSpotPart;
  target: MaoSpotPart;
}
/** Accuse a player, or oneself, of having broken a rule. */
export interface MaoAccuse {
  type: "accuse";
  seat: number;
  reason: string | null;
}
/** The accused admits it. */
export interface MaoAccept {
  type: "accept";
}
/** The accuser takes the accusation back. */
export interface MaoCancel {
  type: "cancel";
}
/** The winner of a round adds a rule, in 1 to 200 UTF-16 units, before the next round. */
export interface MaoWriteRule {
  type: "write_rule";
  text: string;
  language: number;
}
/** Cards were dealt. `hands` holds null for hands one may not see, and () for who has left. */
export interface MaoRoundStarted {
  type: "round_started";
  round: number;
  hands: ((number)[] | null)[];
  discard: (number)[];
}
/** Somebody spoke; null is the chairman. */
export interface MaoTalked {
  type: "talked";
  seat: number | null;
  text: string;
}
/** A card went from `source` to `target`. Its mover sees all. Others do not see where in the hand it was (`source.index` null), and if it went between deck and hand they do not see the card (null). */
export interface MaoMoved {
  type: "moved";
  seat: number;
  card: number | null;
  source: MaoSpotPart;
  target: MaoSpotPart;
  length: number | null;
  cause: "penalty" | "player" | "return" | "rule";
}
/** A hand became empty: its owner wins at `deadline`, unless accused in time. */
export interface MaoLastChance {
  type: "last_chance";
  seat: number;
  deadline: number;
}
/** Somebody (null: the chairman) accused somebody; nothing but talk until it is settled. */
export interface MaoAccused {
  type: "accused";
  accuser: number | null;
  accused: number;
  reason: string | null;
  deadline: number;
  card: number | null;
}
/** The accusation stands; the match is in play again. */
export interface MaoAccepted {
  type: "accepted";
  accuser: number | null;
  accused: number;
  by: "accused" | "time" | "vote";
}
/** The accusation is off, and the match goes on where it was. */
export interface MaoCancelled {
  type: "cancelled";
  mode: "lastChance" | "play";
  deadline: number | null;
}
/** The accusation is stuck: all others may say "guilty" or "innocent" until the deadline. */
export interface MaoVoteCalled {
  type: "vote_called";
  voters: (number)[];
  deadline: number;
}
/** The seat has won the round, and may write a rule until the deadline, if one follows. */
export interface MaoRoundOver {
  type: "round_over";
  seat: number;
  points: (number)[];
  deadline: number | null;
}
/** A rule was added. Only its author sees which, and what the machine makes of it. */
export interface MaoRuleWritten {
  type: "rule_written";
  seat: number;
  text: string | null;
  understood: boolean | null;
  complaint: string | null;
}
/** An author has left: these were the rules. */
export interface MaoRulesRevealed {
  type: "rules_revealed";
  seat: number;
  rules: (string)[];
}
/** Whose last chance it was has left: the round goes on. */
export interface MaoWinnerLeft {
  type: "winner_left";
}
/** A player has left for good, with all cards of the hand. */
export interface MaoPlayerGone {
  type: "player_gone";
  seat: number;
}
/** Whose turn it is, where a chairman watches. `direction` is 1 or -1 from seat to seat. */
export interface MaoTurnChanged {
  type: "turn_changed";
  seat: number;
  direction: number;
  deadline: number | null;
}
/** Play is suspended (`open`), or goes on. `seat` is null if its time was over. */
export interface MaoPointOfOrder {
  type: "point_of_order";
  seat: number | null;
  open: boolean;
  deadline: number | null;
}
/** All rules, who broke which and when, who found out first; and every accusation. */
export interface MaoFinale {
  type: "finale";
  rules: (MaoRuleToldPart)[];
  verdicts: (MaoVerdictPart)[];
}
/** The match has ended. Points are rounds won. */
export interface MaoMatchOver {
  type: "match_over";
  points: (number)[];
}
/** A match of Mao as one seat sees it; a spectator's `seat` and `hand` are null. */
export interface MaoView {
  seat: number | null;
  hand: (number)[] | null;
  counts: (number)[];
  pile: (number)[];
  mode: "accusation" | "inBetweenRounds" | "lastChance" | "over" | "play" | "waiting";
  round: number;
  rounds: number;
  points: (number)[];
  present: (boolean)[];
  winner: number | null;
  charge: MaoChargePart | null;
  deadline: number | null;
  chance_left: number | null;
  own_rules: (string)[];
  rule_counts: (number)[];
  known_rules: (MaoRevealedPart)[];
  base_rules: (string)[];
  turn: number | null;
  direction: number;
  point_of_order: boolean;
  over: boolean;
  witnessed: (MaoWitnessPart)[];
  known: ((number)[])[];
  last_winner: number | null;
  stalled: number;
  written: (MaoRuleSeenPart)[];
  to_reveal: (number)[];
  verdicts: (MaoVerdictPart)[];
  agenda: MaoAgendaPart | null;
  finale: (MaoRuleToldPart)[];
  laid: (number | null)[];
}
/** Say a word of the game: an answer, an announcement, a vote. */
export interface DoppelkopfSayPart {
  word: string;
}
/** Play a card. */
export interface DoppelkopfPlayPart {
  card: string;
}
/** The poor player gives three cards away, all trumps among them. Trumps need not be named: if fewer than three are, the trumps are the others. */
export interface DoppelkopfPassPart {
  cards: (string)[];
}
/** Who took the three cards gives three of the fifteen back. */
export interface DoppelkopfReturnPart {
  cards: (string)[];
}
/** Accuse a player of a misconduct in this round. */
export interface DoppelkopfComplainPart {
  accused: number;
  misconduct: "external" | "played_early" | "wrong_announcement" | "wrong_card";
}
/** Say which move it was. `id` null, or one that is no move of the accused: any that fits. */
export interface DoppelkopfPointOutPart {
  id: number | null;
  kind: string;
  data: string;
}
/** Take one's complaint back, which costs the same as a false one. */
export interface DoppelkopfWithdrawPart {
}
/** A round begins. `hands` holds null for those one may not see; `first` leads. */
export interface DoppelkopfDealtPart {
  round: number;
  first: number;
  hands: ((string)[] | null)[];
  open: boolean;
}
/** The seat has a question to answer. */
export interface DoppelkopfAskedPart {
  seat: number;
  question: "accusation_vote" | "black_sow_solo" | "pigs" | "poverty" | "poverty_accept" | "poverty_return_choice" | "poverty_return_trumps" | "poverty_trump_choice" | "reservation" | "solo" | "superpigs" | "throw" | "wedding" | "wedding_clarification_trick";
  deadline: number | null;
}
/** Somebody said a word; `id` is its number among the round's moves, votes have none. */
export interface DoppelkopfSpokePart {
  seat: number;
  word: string;
  id: number | null;
  party: "kontra" | "re" | null;
}
/** Three cards of a poverty went from a hand to the middle, from there to a hand, or (both places are "poverty") are shown to `seat`. Only those in `known_to` see which they are. */
export interface DoppelkopfPovertyCardsPart {
  seat: number;
  source: "hand" | "poverty";
  target: "hand" | "poverty";
  cards: (string)[] | null;
  known_to: (number)[];
}
/** What is played now. A silent wedding is called a normal game, to everybody. `parties` holds each seat's as far as the receiver may know: one's own, and what is public. */
export interface DoppelkopfGameChosenPart {
  game: string;
  soloist: number | null;
  parties: ("kontra" | "re" | null)[];
  public: ("kontra" | "re" | null)[];
  tricks: number;
}
/** Whose card is next, and in which trick (1 is the first). */
export interface DoppelkopfTurnPart {
  seat: number;
  trick: number;
  tricks: number;
}
/** A card lies on the table. */
export interface DoppelkopfCardPlayedPart {
  id: number;
  seat: number;
  card: string;
  trick: number;
  early: boolean;
  rank: string | null;
}
/** The four cards go to their winner. `total` is all eyes of that seat in the round. */
export interface DoppelkopfTrickWonPart {
  seat: number;
  trick: number;
  cards: (DoppelkopfLaidPart)[];
  eyes: number;
  total: number;
}
/** A card on the table. */
export interface DoppelkopfLaidPart {
  seat: number;
  card: string;
  early: boolean;
  rank: string | null;
}
/** Everybody knows with whom the bride plays; null: alone, and nobody will join her. */
export interface DoppelkopfWeddingSettledPart {
  bride: number;
  partner: number | null;
  trick: number;
  parties: ("kontra" | "re" | null)[];
}
/** A complaint is open: no card and no call until it is settled. */
export interface DoppelkopfComplainedPart {
  id: number;
  accuser: number;
  accused: number;
  misconduct: "external" | "played_early" | "wrong_announcement" | "wrong_card";
  moves: (DoppelkopfLoggedMovePart)[] | null;
  deadline: number | null;
}
/** A move as the accuser chooses from: `kind` is announcement, card or accusation. */
export interface DoppelkopfLoggedMovePart {
  id: number;
  kind: string;
  data: string;
  punished: boolean;
}
/** A complaint is settled, and somebody pays for it. */
export interface DoppelkopfJudgedPart {
  accuser: number;
  accused: number;
  misconduct: "external" | "played_early" | "wrong_announcement" | "wrong_card";
  guilty: boolean;
  by: string;
  punished: number;
  penalty: number;
  points: (number)[];
  stopped: boolean;
}
/** The round as it goes onto the score sheet, and the hands as they were dealt. */
export interface DoppelkopfRoundOverPart {
  row: DoppelkopfRowPart;
  hands: ((string)[])[];
}
/** A line of the score sheet. */
export interface DoppelkopfRowPart {
  round: number;
  game: string;
  soloist: number | null;
  winner: "kontra" | "re" | null;
  eyes: [number, number];
  parties: ("kontra" | "re" | null)[];
  re_calls: (string)[];
  kontra_calls: (string)[];
  re_extras: (string)[];
  kontra_extras: (string)[];
  items: (DoppelkopfItemPart)[];
  keywords: (string)[];
  change: (number)[];
  points: (number)[];
  penalties: (number)[];
  factor: number;
  void: boolean;
  stopped: boolean;
}
/** A line of a round's score: what it was, for which party, and how much. */
export interface DoppelkopfItemPart {
  name: string;
  party: "kontra" | "re" | null;
  points: number;
}
/** The match has ended: "won", "draw", "adjourned" or "aborted". */
export interface DoppelkopfMatchOverPart {
  kind: string;
  points: (number)[];
  ranks: (number)[];
}
/** A match of Doppelkopf as one seat sees it; a spectator's `seat` and `hand` are null. */
export interface DoppelkopfViewPart {
  seat: number | null;
  phase: "dealing" | "end" | "over" | "reservations" | "tricks";
  round: number;
  scored: number;
  first: number;
  hand: (string)[] | null;
  hands: ((string)[] | null)[];
  counts: (number)[];
  dealt: (string)[] | null;
  mover: number | null;
  questions: (DoppelkopfAskedPart)[];
  said: (DoppelkopfSaidPart)[];
  game: string | null;
  soloist: number | null;
  party: "kontra" | "re" | null;
  parties: ("kontra" | "re" | null)[];
  tricks: (DoppelkopfTrickPart)[];
  trick: DoppelkopfTrickPart | null;
  eyes: (number)[];
  re_calls: (string)[];
  kontra_calls: (string)[];
  next_call: string | null;
  call_until: number | null;
  trumps: (string)[];
  winning: number | null;
  pigs: number | null;
  superpigs: number | null;
  must_follow: string | null;
  poverty: DoppelkopfPovertyPart | null;
  unsold: (DoppelkopfPovertyPart)[];
  wedding: DoppelkopfWeddingPart | null;
  complaint: DoppelkopfComplaintPart | null;
  judged: (DoppelkopfJudgedPart)[];
  moves: number;
  penalties: (number)[];
  points: (number)[];
  sheet: (DoppelkopfRowPart)[];
  bucks: (number)[];
  solo_done: (boolean)[];
  votes: ("adjourn" | "cancel" | "continue" | "end" | null)[];
  deadline: number | null;
  over: boolean;
}
/** Something that was said to all in this round. */
export interface DoppelkopfSaidPart {
  id: number;
  seat: number;
  word: string;
  cards: number;
  party: "kontra" | "re" | null;
}
/** A trick in the order of its turns; of the running one, as far as it has come. */
export interface DoppelkopfTrickPart {
  leader: number;
  cards: (DoppelkopfLaidPart)[];
  winner: number | null;
  eyes: number;
}
/** The sale of a poor hand, as far as the seat knows it. */
export interface DoppelkopfPovertyPart {
  seller: number;
  asked: (number)[];
  buyer: number | null;
  passed: (string)[] | null;
  returned: (string)[] | null;
  trumps: number | null;
}
/** A wedding that was announced. */
export interface DoppelkopfWeddingPart {
  bride: number;
  wish: string | null;
  trick: number | null;
  partner: number | null;
}
/** The open complaint. `moves` are the accused's, and for the accuser's eyes only. */
export interface DoppelkopfComplaintPart {
  accuser: number;
  accused: number;
  misconduct: "external" | "played_early" | "wrong_announcement" | "wrong_card";
  moves: (DoppelkopfLoggedMovePart)[] | null;
  votes: (boolean | null)[];
}
/** Say a word of the game: an answer, an announcement, a vote. */
export interface DoppelkopfSay {
  type: "say";
  word: string;
}
/** Play a card. */
export interface DoppelkopfPlay {
  type: "play";
  card: string;
}
/** The poor player gives three cards away, all trumps among them. Trumps need not be named: if fewer than three are, the trumps are the others. */
export interface DoppelkopfPass {
  type: "pass_cards";
  cards: (string)[];
}
/** Who took the three cards gives three of the fifteen back. */
export interface DoppelkopfReturn {
  type: "return_cards";
  cards: (string)[];
}
/** Accuse a player of a misconduct in this round. */
export interface DoppelkopfComplain {
  type: "complain";
  accused: number;
  misconduct: "external" | "played_early" | "wrong_announcement" | "wrong_card";
}
/** Say which move it was. `id` null, or one that is no move of the accused: any that fits. */
export interface DoppelkopfPointOut {
  type: "point_out";
  id: number | null;
  kind: string;
  data: string;
}
/** Take one's complaint back, which costs the same as a false one. */
export interface DoppelkopfWithdraw {
  type: "withdraw";
}
/** A round begins. `hands` holds null for those one may not see; `first` leads. */
export interface DoppelkopfDealt {
  type: "dealt";
  round: number;
  first: number;
  hands: ((string)[] | null)[];
  open: boolean;
}
/** The seat has a question to answer. */
export interface DoppelkopfAsked {
  type: "asked";
  seat: number;
  question: "accusation_vote" | "black_sow_solo" | "pigs" | "poverty" | "poverty_accept" | "poverty_return_choice" | "poverty_return_trumps" | "poverty_trump_choice" | "reservation" | "solo" | "superpigs" | "throw" | "wedding" | "wedding_clarification_trick";
  deadline: number | null;
}
/** Somebody said a word; `id` is its number among the round's moves, votes have none. */
export interface DoppelkopfSpoke {
  type: "spoke";
  seat: number;
  word: string;
  id: number | null;
  party: "kontra" | "re" | null;
}
/** Three cards of a poverty went from a hand to the middle, from there to a hand, or (both places are "poverty") are shown to `seat`. Only those in `known_to` see which they are. */
export interface DoppelkopfPovertyCards {
  type: "poverty_cards";
  seat: number;
  source: "hand" | "poverty";
  target: "hand" | "poverty";
  cards: (string)[] | null;
  known_to: (number)[];
}
/** What is played now. A silent wedding is called a normal game, to everybody. `parties` holds each seat's as far as the receiver may know: one's own, and what is public. */
export interface DoppelkopfGameChosen {
  type: "game_chosen";
  game: string;
  soloist: number | null;
  parties: ("kontra" | "re" | null)[];
  public: ("kontra" | "re" | null)[];
  tricks: number;
}
/** Whose card is next, and in which trick (1 is the first). */
export interface DoppelkopfTurn {
  type: "turn";
  seat: number;
  trick: number;
  tricks: number;
}
/** A card lies on the table. */
export interface DoppelkopfCardPlayed {
  type: "card_played";
  id: number;
  seat: number;
  card: string;
  trick: number;
  early: boolean;
  rank: string | null;
}
/** The four cards go to their winner. `total` is all eyes of that seat in the round. */
export interface DoppelkopfTrickWon {
  type: "trick_won";
  seat: number;
  trick: number;
  cards: (DoppelkopfLaidPart)[];
  eyes: number;
  total: number;
}
/** Everybody knows with whom the bride plays; null: alone, and nobody will join her. */
export interface DoppelkopfWeddingSettled {
  type: "wedding_settled";
  bride: number;
  partner: number | null;
  trick: number;
  parties: ("kontra" | "re" | null)[];
}
/** A complaint is open: no card and no call until it is settled. */
export interface DoppelkopfComplained {
  type: "complained";
  id: number;
  accuser: number;
  accused: number;
  misconduct: "external" | "played_early" | "wrong_announcement" | "wrong_card";
  moves: (DoppelkopfLoggedMovePart)[] | null;
  deadline: number | null;
}
/** A complaint is settled, and somebody pays for it. */
export interface DoppelkopfJudged {
  type: "judged";
  accuser: number;
  accused: number;
  misconduct: "external" | "played_early" | "wrong_announcement" | "wrong_card";
  guilty: boolean;
  by: string;
  punished: number;
  penalty: number;
  points: (number)[];
  stopped: boolean;
}
/** The round as it goes onto the score sheet, and the hands as they were dealt. */
export interface DoppelkopfRoundOver {
  type: "round_over";
  row: DoppelkopfRowPart;
  hands: ((string)[])[];
}
/** The match has ended: "won", "draw", "adjourned" or "aborted". */
export interface DoppelkopfMatchOver {
  type: "match_over";
  kind: string;
  points: (number)[];
  ranks: (number)[];
}
/** A match of Doppelkopf as one seat sees it; a spectator's `seat` and `hand` are null. */
export interface DoppelkopfView {
  seat: number | null;
  phase: "dealing" | "end" | "over" | "reservations" | "tricks";
  round: number;
  scored: number;
  first: number;
  hand: (string)[] | null;
  hands: ((string)[] | null)[];
  counts: (number)[];
  dealt: (string)[] | null;
  mover: number | null;
  questions: (DoppelkopfAskedPart)[];
  said: (DoppelkopfSaidPart)[];
  game: string | null;
  soloist: number | null;
  party: "kontra" | "re" | null;
  parties: ("kontra" | "re" | null)[];
  tricks: (DoppelkopfTrickPart)[];
  trick: DoppelkopfTrickPart | null;
  eyes: (number)[];
  re_calls: (string)[];
  kontra_calls: (string)[];
  next_call: string | null;
  call_until: number | null;
  trumps: (string)[];
  winning: number | null;
  pigs: number | null;
  superpigs: number | null;
  must_follow: string | null;
  poverty: DoppelkopfPovertyPart | null;
  unsold: (DoppelkopfPovertyPart)[];
  wedding: DoppelkopfWeddingPart | null;
  complaint: DoppelkopfComplaintPart | null;
  judged: (DoppelkopfJudgedPart)[];
  moves: number;
  penalties: (number)[];
  points: (number)[];
  sheet: (DoppelkopfRowPart)[];
  bucks: (number)[];
  solo_done: (boolean)[];
  votes: ("adjourn" | "cancel" | "continue" | "end" | null)[];
  deadline: number | null;
  over: boolean;
}
/** Bid a contract, or "pass". */
export interface TarockBidPart {
  contract: string;
}
/** Ask for a new deal, having been dealt no tarok. Only where the rule `redeal` says so. */
export interface TarockThrowInPart {
}
/** Call the king of a suit: C, S, H or D. Who holds it is the secret partner. */
export interface TarockCallKingPart {
  suit: string;
}
/** Take a pile of the talon, counted from 0, and lay as many cards down. */
export interface TarockExchangePart {
  picked: number;
  cards: (string)[];
}
/** Announce bonuses and double what others have announced; with neither, say nothing. */
export interface TarockAnnouncePart {
  bonuses: (string)[];
  kontra: (string)[];
}
/** Play a card. */
export interface TarockPlayPart {
  card: string;
}
/** Say after a deal how to go on. It may be changed until all four say the same, or until the pause is over: then the next deal comes. */
export interface TarockVotePart {
  choice: "adjourn" | "continue" | "end";
}
/** A deal begins. `hands` holds null for those one may not see. */
export interface TarockDealtPart {
  deal: number;
  dealer: number;
  hands: ((string)[] | null)[];
  totals: (number)[];
  radli: (number)[];
}
/** A seat without taroks wants a new deal by the same dealer, and shows that it has none. */
export interface TarockThrownInPart {
  seat: number;
  hand: (string)[];
}
/** `next` bids first. Only that seat sees what is `valid`: "pass" first, then ascending. */
export interface TarockBiddingBeganPart {
  next: number;
  valid: (string)[] | null;
}
/** A seat bid, or passed. `next` is null after the last bid. */
export interface TarockBidMadePart {
  seat: number;
  contract: string;
  next: number | null;
  valid: (string)[] | null;
}
/** The auction is over: what is played, and who plays it. In klop that is forehand. */
export interface TarockBidWonPart {
  seat: number;
  contract: string;
}
/** The declarer has to call a king. */
export interface TarockCallingBeganPart {
  seat: number;
}
/** The declarer has called a king. */
export interface TarockKingCalledPart {
  seat: number;
  suit: string;
}
/** The talon lies face up, in piles from which the declarer takes one. */
export interface TarockTalonShownPart {
  piles: ((string)[])[];
}
/** The declarer has to take a pile. `invalid`, for that seat only: the cards of its hand that may not be laid down whatever pile it takes. */
export interface TarockExchangeBeganPart {
  seat: number;
  invalid: (string)[] | null;
}
/** A pile was taken. All see the taroks that were laid down (`shown`), the declarer also the other `cards`. */
export interface TarockExchangedPart {
  seat: number;
  picked: number;
  taken: (string)[];
  shown: (string)[];
  cards: (string)[] | null;
}
/** `next` speaks first; only that seat sees what it may say. */
export interface TarockAnnouncingBeganPart {
  next: number;
  bonuses: (string)[] | null;
  kontra: (string)[] | null;
}
/** A seat has announced something, or nothing. `next` is null after the last. */
export interface TarockAnnouncementMadePart {
  seat: number;
  bonuses: (string)[];
  kontra: (TarockKontraPart)[];
  next: number | null;
  valid_bonuses: (string)[] | null;
  valid_kontra: (string)[] | null;
}
/** What a target is multiplied by now: 2, 4, 8 or 16. */
export interface TarockKontraPart {
  target: string;
  factor: number;
  seat: number | null;
}
/** Nobody announces any more. */
export interface TarockAnnouncingOverPart {
}
/** `next` leads to the first trick; only that seat sees which cards it may play. */
export interface TarockPlayBeganPart {
  next: number;
  valid: (string)[] | null;
}
/** A card was played. With the fourth, the trick has a winner, who leads the `next` one. */
export interface TarockCardPlayedPart {
  seat: number;
  card: string;
  trick: number;
  next: number | null;
  winner: number | null;
  gift: string | null;
  valid: (string)[] | null;
}
/** An open beggar lays the hand face up after the first trick. */
export interface TarockHandOpenedPart {
  seat: number;
  hand: (string)[];
}
/** The deal is over. */
export interface TarockScoredPart {
  result: TarockResultPart;
}
/** A deal as it goes onto the score sheet, with all cards face up. */
export interface TarockResultPart {
  deal: number;
  dealer: number;
  contract: string;
  declarer: number;
  partner: number | null;
  called: string | null;
  points: number | null;
  piles: (number)[];
  tricks: (number)[];
  won: boolean | null;
  items: (TarockItemPart)[];
  mond: number | null;
  radli: (number)[];
  doubled: boolean;
  scores: (number)[];
  totals: (number)[];
  hands: ((string)[])[];
  talon: (string)[];
  picked: number | null;
  discarded: (string)[];
}
/** A line of a deal's score: `value` is signed, for the declarer's side, and has the factor in it. `seat` is whose item it is where it belongs to one player alone (klop, mond). */
export interface TarockItemPart {
  name: string;
  value: number;
  announced: boolean;
  factor: number;
  seat: number | null;
}
/** A seat said how to go on. */
export interface TarockVotedPart {
  seat: number;
  choice: "adjourn" | "continue" | "end";
}
/** The match has ended: "won", "draw" or "adjourned". */
export interface TarockMatchOverPart {
  kind: string;
  totals: (number)[];
  ranks: (number)[];
  charged: (number)[];
}
/** A match of Tarock as one seat sees it; a spectator's `seat` and `hand` are null. Of a deal it keeps all that has been seen since it was dealt, also when it is scored. */
export interface TarockViewPart {
  seat: number | null;
  phase: "announcing" | "bidding" | "calling" | "dealing" | "exchange" | "over" | "play" | "scored";
  deal: number;
  dealer: number;
  forehand: number;
  mover: number | null;
  hand: (string)[] | null;
  dealt: (string)[] | null;
  counts: (number)[];
  bids: (TarockCalledPart)[];
  contract: string | null;
  declarer: number | null;
  called: string | null;
  partner: number | null;
  partner_known: boolean;
  piles: ((string)[])[];
  picked: number | null;
  shown: (string)[];
  discarded: (string)[] | null;
  said: (TarockSaidPart)[];
  announced: (TarockAnnouncedPart)[];
  game_factor: number;
  tricks: (TarockTrickPart)[];
  trick: TarockTrickPart | null;
  open_hand: (string)[] | null;
  radli: (number)[];
  totals: (number)[];
  sheet: (TarockResultPart)[];
  votes: ("adjourn" | "continue" | "end" | null)[];
  choices: ("adjourn" | "continue" | "end")[];
  deadline: number | null;
  over: boolean;
}
/** A bid as it was made; `contract` may be "pass". */
export interface TarockCalledPart {
  seat: number;
  contract: string;
}
/** What a seat said in its turn to announce; nothing at all is a pass. */
export interface TarockSaidPart {
  seat: number;
  bonuses: (string)[];
  kontra: (TarockKontraPart)[];
}
/** A bonus that was announced, and what kontra has made of it. */
export interface TarockAnnouncedPart {
  seat: number;
  bonus: string;
  factor: number;
}
/** The cards in the order of their turns; of the running trick, as far as it has come. */
export interface TarockTrickPart {
  leader: number;
  cards: (string)[];
  winner: number | null;
  gift: string | null;
}
/** Bid a contract, or "pass". */
export interface TarockBid {
  type: "bid";
  contract: string;
}
/** Ask for a new deal, having been dealt no tarok. Only where the rule `redeal` says so. */
export interface TarockThrowIn {
  type: "throw_in";
}
/** Call the king of a suit: C, S, H or D. Who holds it is the secret partner. */
export interface TarockCallKing {
  type: "call_king";
  suit: string;
}
/** Take a pile of the talon, counted from 0, and lay as many cards down. */
export interface TarockExchange {
  type: "exchange";
  picked: number;
  cards: (string)[];
}
/** Announce bonuses and double what others have announced; with neither, say nothing. */
export interface TarockAnnounce {
  type: "announce";
  bonuses: (string)[];
  kontra: (string)[];
}
/** Play a card. */
export interface TarockPlay {
  type: "play";
  card: string;
}
/** Say after a deal how to go on. It may be changed until all four say the same, or until the pause is over: then the next deal comes. */
export interface TarockVote {
  type: "vote";
  choice: "adjourn" | "continue" | "end";
}
/** A deal begins. `hands` holds null for those one may not see. */
export interface TarockDealt {
  type: "dealt";
  deal: number;
  dealer: number;
  hands: ((string)[] | null)[];
  totals: (number)[];
  radli: (number)[];
}
/** A seat without taroks wants a new deal by the same dealer, and shows that it has none. */
export interface TarockThrownIn {
  type: "thrown_in";
  seat: number;
  hand: (string)[];
}
/** `next` bids first. Only that seat sees what is `valid`: "pass" first, then ascending. */
export interface TarockBiddingBegan {
  type: "bidding_began";
  next: number;
  valid: (string)[] | null;
}
/** A seat bid, or passed. `next` is null after the last bid. */
export interface TarockBidMade {
  type: "bid_made";
  seat: number;
  contract: string;
  next: number | null;
  valid: (string)[] | null;
}
/** The auction is over: what is played, and who plays it. In klop that is forehand. */
export interface TarockBidWon {
  type: "bid_won";
  seat: number;
  contract: string;
}
/** The declarer has to call a king. */
export interface TarockCallingBegan {
  type: "calling_began";
  seat: number;
}
/** The declarer has called a king. */
export interface TarockKingCalled {
  type: "king_called";
  seat: number;
  suit: string;
}
/** The talon lies face up, in piles from which the declarer takes one. */
export interface TarockTalonShown {
  type: "talon_shown";
  piles: ((string)[])[];
}
/** The declarer has to take a pile. `invalid`, for that seat only: the cards of its hand that may not be laid down whatever pile it takes. */
export interface TarockExchangeBegan {
  type: "exchange_began";
  seat: number;
  invalid: (string)[] | null;
}
/** A pile was taken. All see the taroks that were laid down (`shown`), the declarer also the other `cards`. */
export interface TarockExchanged {
  type: "exchanged";
  seat: number;
  picked: number;
  taken: (string)[];
  shown: (string)[];
  cards: (string)[] | null;
}
/** `next` speaks first; only that seat sees what it may say. */
export interface TarockAnnouncingBegan {
  type: "announcing_began";
  next: number;
  bonuses: (string)[] | null;
  kontra: (string)[] | null;
}
/** A seat has announced something, or nothing. `next` is null after the last. */
export interface TarockAnnouncementMade {
  type: "announcement_made";
  seat: number;
  bonuses: (string)[];
  kontra: (TarockKontraPart)[];
  next: number | null;
  valid_bonuses: (string)[] | null;
  valid_kontra: (string)[] | null;
}
/** Nobody announces any more. */
export interface TarockAnnouncingOver {
  type: "announcing_over";
}
/** `next` leads to the first trick; only that seat sees which cards it may play. */
export interface TarockPlayBegan {
  type: "play_began";
  next: number;
  valid: (string)[] | null;
}
/** A card was played. With the fourth, the trick has a winner, who leads the `next` one. */
export interface TarockCardPlayed {
  type: "card_played";
  seat: number;
  card: string;
  trick: number;
  next: number | null;
  winner: number | null;
  gift: string | null;
  valid: (string)[] | null;
}
/** An open beggar lays the hand face up after the first trick. */
export interface TarockHandOpened {
  type: "hand_opened";
  seat: number;
  hand: (string)[];
}
/** The deal is over. */
export interface TarockScored {
  type: "scored";
  result: TarockResultPart;
}
/** A seat said how to go on. */
export interface TarockVoted {
  type: "voted";
  seat: number;
  choice: "adjourn" | "continue" | "end";
}
/** The match has ended: "won", "draw" or "adjourned". */
export interface TarockMatchOver {
  type: "match_over";
  kind: string;
  totals: (number)[];
  ranks: (number)[];
  charged: (number)[];
}
/** A match of Tarock as one seat sees it; a spectator's `seat` and `hand` are null. Of a deal it keeps all that has been seen since it was dealt, also when it is scored. */
export interface TarockView {
  seat: number | null;
  phase: "announcing" | "bidding" | "calling" | "dealing" | "exchange" | "over" | "play" | "scored";
  deal: number;
  dealer: number;
  forehand: number;
  mover: number | null;
  hand: (string)[] | null;
  dealt: (string)[] | null;
  counts: (number)[];
  bids: (TarockCalledPart)[];
  contract: string | null;
  declarer: number | null;
  called: string | null;
  partner: number | null;
  partner_known: boolean;
  piles: ((string)[])[];
  picked: number | null;
  shown: (string)[];
  discarded: (string)[] | null;
  said: (TarockSaidPart)[];
  announced: (TarockAnnouncedPart)[];
  game_factor: number;
  tricks: (TarockTrickPart)[];
  trick: TarockTrickPart | null;
  open_hand: (string)[] | null;
  radli: (number)[];
  totals: (number)[];
  sheet: (TarockResultPart)[];
  votes: ("adjourn" | "continue" | "end" | null)[];
  choices: ("adjourn" | "continue" | "end")[];
  deadline: number | null;
  over: boolean;
}
/** What a seat does, in the words of its game. */
export type Action = TilesDraw | TilesPut | TilesCheat | MaoTalk | MaoMove | MaoAccuse | MaoAccept | MaoCancel | MaoWriteRule | DoppelkopfSay | DoppelkopfPlay | DoppelkopfPass | DoppelkopfReturn | DoppelkopfComplain | DoppelkopfPointOut | DoppelkopfWithdraw | TarockBid | TarockThrowIn | TarockCallKing | TarockExchange | TarockAnnounce | TarockPlay | TarockVote;
/** News of the table, or an event of its game. */
export type Event = Sat | Left | Renamed | Readied | Unreadied | Committed | Disclosed | Configured | Arranged | Hosted | Started | Revealed | Ended | Opened | Said | Closed | TilesDealt | TilesDrawn | TilesPutDown | TilesStatus | TilesWon | TilesEmptied | TilesCheated | MaoRoundStarted | MaoTalked | MaoMoved | MaoLastChance | MaoAccused | MaoAccepted | MaoCancelled | MaoVoteCalled | MaoRoundOver | MaoRuleWritten | MaoRulesRevealed | MaoWinnerLeft | MaoPlayerGone | MaoTurnChanged | MaoPointOfOrder | MaoFinale | MaoMatchOver | DoppelkopfDealt | DoppelkopfAsked | DoppelkopfSpoke | DoppelkopfPovertyCards | DoppelkopfGameChosen | DoppelkopfTurn | DoppelkopfCardPlayed | DoppelkopfTrickWon | DoppelkopfWeddingSettled | DoppelkopfComplained | DoppelkopfJudged | DoppelkopfRoundOver | DoppelkopfMatchOver | TarockDealt | TarockThrownIn | TarockBiddingBegan | TarockBidMade | TarockBidWon | TarockCallingBegan | TarockKingCalled | TarockTalonShown | TarockExchangeBegan | TarockExchanged | TarockAnnouncingBegan | TarockAnnouncementMade | TarockAnnouncingOver | TarockPlayBegan | TarockCardPlayed | TarockHandOpened | TarockScored | TarockVoted | TarockMatchOver;
/** A match as one seat (or a spectator) sees it. */
export type View = TilesView | MaoView | DoppelkopfView | TarockView;
export type TilesAction = TilesDraw | TilesPut | TilesCheat;
export type TilesEvent = TilesDealt | TilesDrawn | TilesPutDown | TilesStatus | TilesWon | TilesEmptied | TilesCheated;
export type MaoAction = MaoTalk | MaoMove | MaoAccuse | MaoAccept | MaoCancel | MaoWriteRule;
export type MaoEvent = MaoRoundStarted | MaoTalked | MaoMoved | MaoLastChance | MaoAccused | MaoAccepted | MaoCancelled | MaoVoteCalled | MaoRoundOver | MaoRuleWritten | MaoRulesRevealed | MaoWinnerLeft | MaoPlayerGone | MaoTurnChanged | MaoPointOfOrder | MaoFinale | MaoMatchOver;
export type DoppelkopfAction = DoppelkopfSay | DoppelkopfPlay | DoppelkopfPass | DoppelkopfReturn | DoppelkopfComplain | DoppelkopfPointOut | DoppelkopfWithdraw;
export type DoppelkopfEvent = DoppelkopfDealt | DoppelkopfAsked | DoppelkopfSpoke | DoppelkopfPovertyCards | DoppelkopfGameChosen | DoppelkopfTurn | DoppelkopfCardPlayed | DoppelkopfTrickWon | DoppelkopfWeddingSettled | DoppelkopfComplained | DoppelkopfJudged | DoppelkopfRoundOver | DoppelkopfMatchOver;
export type TarockAction = TarockBid | TarockThrowIn | TarockCallKing | TarockExchange | TarockAnnounce | TarockPlay | TarockVote;
export type TarockEvent = TarockDealt | TarockThrownIn | TarockBiddingBegan | TarockBidMade | TarockBidWon | TarockCallingBegan | TarockKingCalled | TarockTalonShown | TarockExchangeBegan | TarockExchanged | TarockAnnouncingBegan | TarockAnnouncementMade | TarockAnnouncingOver | TarockPlayBegan | TarockCardPlayed | TarockHandOpened | TarockScored | TarockVoted | TarockMatchOver;
/** The codes with which each game refuses. */
export interface RefusalCodes {
  tiles: "unknown_action" | "no_seat" | "house_only" | "no_win" | "bad_tile" | "bad_rack" | "bad_rack_tile" | "already_dealt" | "no_clock" | "too_early" | "not_started" | "over" | "not_your_turn" | "already_drawn" | "draw_first" | "not_your_tiles" | "no_cheats" | "empty_stack" | "bad_stack" | "no_number" | "unknown_number";
  mao: "unknown_action" | "no_seat" | "house_only" | "too_early" | "not_begun" | "nobody_won" | "last_chance" | "accusation_first" | "between_rounds" | "no_such_pile" | "already_dealt" | "over" | "no_such_seat" | "gone_already" | "no_clock" | "not_started" | "no_such_player" | "too_late" | "not_accused" | "no_accusation" | "not_winner" | "winner_only" | "too_often" | "no_such_card" | "beyond_pile" | "pile_full" | "no_move" | "not_in_pile" | "no_such_place" | "hand_full" | "no_number" | "unknown_number" | "bad_text" | "bad_length" | "no_such_language" | "broken_text";
  doppelkopf: "unknown_action" | "no_seat" | "house_only" | "over" | "already_dealt" | "no_clock" | "too_early" | "wrong_phase" | "wrong_turn" | "unknown_word" | "bad_number" | "no_number" | "wrong_answer" | "nothing_reserved" | "empty_reservation" | "unknown_solo" | "forced_solo" | "invalid_throw" | "no_throw" | "invalid_pigs" | "invalid_superpigs" | "invalid_poverty" | "invalid_wedding" | "three_cards" | "invalid_poverty_cards" | "invalid_return_amount" | "must_accept" | "not_your_card" | "played_already" | "wrong_card" | "called_pigs" | "called_superpigs" | "re_no_party" | "no_party_yet" | "re_too_late" | "skipped_call" | "already_called" | "no_denials" | "invalid_pigs_game" | "invalid_pigs_call" | "invalid_superpigs_game" | "invalid_superpigs_call" | "not_playable" | "no_complaints" | "complaint_open" | "no_complaint" | "bad_accused" | "bad_misconduct" | "no_such_move" | "already_convicted" | "no_pointing" | "not_voted" | "bad_facts" | "unknown_kind";
  tarock: "unknown_action" | "no_seat" | "house_only" | "over" | "already_dealt" | "no_clock" | "too_early" | "wrong_phase" | "not_your_turn" | "bad_number" | "no_number" | "not_legal" | "invalid_contract" | "must_bid" | "no_throw_in" | "invalid_suit" | "invalid_pick" | "king_pile" | "not_yours" | "wrong_number" | "never_laid_down" | "low_cards_first" | "invalid_bonus" | "invalid_kontra" | "no_such_card" | "not_in_hand" | "ultimo_locked" | "must_follow" | "must_play_tarok" | "must_beat" | "pagat_last" | "pagat_forced" | "bad_choice" | "unknown_kind" | "bad_position";
}
export type TableEvent = Sat | Left | Renamed | Readied | Unreadied | Committed | Disclosed | Configured | Arranged | Hosted | Started | Revealed | Ended | Opened | Said | Closed;
export type Ask = Enter | Resume | SignIn | Register | Rename | SignOut | Ping | AskPlayers | AskTables | AskScores | AskRatings | AskPerson | Open | Join | Sit | Invite | Leave | Ready | Disclose | Unready | AddBot | RemoveBot | Configure | Arrange | Kick | TransferHost | Act | AskActions | CheckAction | AskHint | Share | Say | Administer;
export type Tell = Entered | Talked | Pong | Players | Tables | Scores | Ratings | Person | Table | Missed | Accepted | Actions | Verdict | Hint | Shared | Administered | People | Refused | Welcome | Events | ChatMessage | Invited | Goodbye;
/** What answers each ask, by its `type`. */
export interface Answers {
  enter: Entered;
  resume: Entered;
  sign_in: Entered;
  register: Entered;
  rename: Entered;
  sign_out: Talked;
  ping: Pong;
  players: Players;
  tables: Tables;
  scores: Scores;
  ratings: Ratings;
  person: Person;
  open: Table;
  join: Table | Missed;
  sit: Table;
  invite: Talked;
  leave: Accepted;
  ready: Accepted;
  disclose: Accepted;
  unready: Accepted;
  add_bot: Accepted;
  remove_bot: Accepted;
  configure: Accepted;
  arrange: Accepted;
  kick: Accepted;
  transfer_host: Accepted;
  act: Accepted;
  actions: Actions;
  check_action: Verdict;
  hint: Hint;
  share: Shared;
  say: Accepted | Talked;
  administer: Administered | People | Tables;
}
