/** `I tell her that…`, `I say, …`: what stands behind it is said. */
const REPORTED =
  /^\W*(?:i|we)\s+(?:say|reply|answer|whisper|mutter|explain|add|tell\s+(?:him|her|them|everyone|everybody|\p{Lu}[\p{L}’'-]+(?:\s\p{Lu}[\p{L}’'-]+)?))(?:\s+to\s+[\p{L}’'-]+)?(?:\s*[,:]\s*|\s+that\s+|\s+(?=i\b|he\b|she\b|they\b|it\b|we\b|my\b|the\b|["“]))/iu;
/** What is meant of others and of things is said of them. */
const OF_OTHERS =
  /^(?:you(?:['’]\p{L}+)?|he|she|they|it|that|this|there|he['’]s|she['’]s|it['’]s|that['’]s|there['’]s|they['’]re|my|your|his|her|their|nobody|everybody|everyone|somebody|someone)\s+\p{L}/iu;
/** Nobody does a wanting or a knowing. */
const OF_ONESELF =
  /^i(?:['’](?:m|ve|d)|\s+(?:am|was|have|had|know|knew|think|thought|believe|heard|saw|need|want|like|love|hate|hope|swear|promise|mean|meant|cannot|can['’]t|don['’]t|didn['’]t|won['’]t|would|used to|came|came here|never|only|just want))\b/i;
/** `I want to go`, `I have a look`, `I'm leaving`: done, however it is put. */
const DONE =
  /^i(?:['’](?:m|d)|\s+\p{L}+(?:['’]t)?)\s+(?:(?:like|want|need|have)\s+)?(?:to\s+\p{L}|(?:not\s+)?(?:move|answer|react|speak|look|go|wait)\b|an?\s+(?:look|drink|seat|go|sip|bite)\b|(?!going\b.*\byou\b)\p{L}{2,}ing\b(?!\s+(?:you|at you)))/iu;
const SAYING =
  /^(?:no|nope|never|yes|yeah|deal|agreed|done|fine|sorry|thanks|thank you|please|hello|hi|hey|hiya|greetings|good (?:morning|evening|day|night|afternoon)|goodbye|bye|farewell|see you|forget it|trust me|shut up|listen|come on|nonsense|liar|bullshit|really|exactly|of course|well|how about|make it|half|double|too much|not enough|(?:give|let|show|help|lend|sell|pour|bring|spare)\s+(?:me|us)|leave me|come with me|be quiet|calm down|stop (?:it|that|lying)|go away|get out|here(?:['’]s| is| are)|ok(?:ay)? (?:deal|then|fine)|i (?:accept|refuse|apologi[sz]e|offer \d|['’]ll (?:pay|take \d|do it|give you|be back|kill you)))\b/i;

/** What is said aloud, where a player only writes the words themselves, quoted or not; null when something is done. */
export function saidAloud(words: string): string | null {
  const reported = REPORTED.exec(words)?.[0];
  const spoken = words.slice(reported?.length ?? 0).trim();
  const quoted = /^["“]([^"”]+)["”]?\W*$/.exec(spoken)?.[1];
  if (quoted !== undefined) return quoted;
  if (reported !== undefined) return spoken;
  const called = spoken.replace(
    /^(?:(?:ok(?:ay)?|so|well|but|and|look|listen)\W+)?(?:\p{Lu}[\p{L}’'-]+,\s+)?/u,
    '',
  );
  const isSaid =
    SAYING.test(called) || OF_OTHERS.test(called) || (OF_ONESELF.test(called) && !DONE.test(called));
  return isSaid ? spoken : null;
}
