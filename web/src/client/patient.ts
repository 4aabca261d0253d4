/** Asking a server over HTTP that may say when to come again. */

/** Times that one comes again, and seconds that one waits at most for that. */
const TIMES = 3;
const LONGEST = 10;

/** The answer; if the server is busy and says for how long (`Retry-After`), the one after that. */
export async function patiently(url: URL, init: RequestInit = {}): Promise<Response> {
  for (let left = TIMES; ; left -= 1) {
    const answer = await fetch(url, init);
    const seconds = answer.ok ? 0 : Number(answer.headers.get("Retry-After"));
    if (!left || !(seconds > 0 && seconds <= LONGEST)) return answer;
    await new Promise((again) => setTimeout(again, seconds * 1000));
  }
}
