const REGRET =
  "(?:(?:I(?:'|’)?m|I am) (?:really |very |so )?sorry|sorry|(?:my )?apologies|I apologi[sz]e|unfortunately|I understand[^.!?\\n]{0,80}|thank you[^.!?\\n]{0,60})";
const NOT_ABLE =
  "(?:I(?:'|’)?m|I am) (?:afraid I can(?:'|’)?t|not able to|unable to|not comfortable|not going to)|I (?:can(?:'|’)?t|cannot|can not|won(?:'|’)?t|will not|am not able to|must decline|have to decline|need to decline|don(?:'|’)?t feel comfortable)|as an ai(?: language)? (?:model|assistant)";
const TASK =
  '(?:help|assist|continue|write|writing|create|creating|generate|generating|provide|engage|produce|narrate|fulfil|comply|depict|portray|participate|role-?play|proceed|do that|do this|that request|this request|with (?:that|this)|content)';

/** A model that says, in its own voice, that it will not do what it was asked. */
const REFUSAL = new RegExp(
  `^[\\s*_]*(?:${REGRET}[,.;!—–-]*\\s*(?:but\\s+|however,?\\s+)?)?(?:${NOT_ABLE})\\b[^\\n]{0,80}?\\b${TASK}\\b`,
  'i',
);
const LONGEST_WORDS = 150;
const BEGINNINGS = [
  'i ',
  "i'm",
  'i’m',
  'sorry',
  'apolog',
  'my apolog',
  'unfortunately',
  'thank you',
  'as an ai',
];
/** By here it shows. */
const DECIDED = 240;

/** Whether a reply without anything structured in it is a refusal in words. What somebody in a story says stands in quotation marks. */
export function isRefusal(text: string): boolean {
  return REFUSAL.test(text) && text.trim().split(/\s+/).length <= LONGEST_WORDS;
}

/** Whether a text that is still being written may turn out to be one. */
export function mayBeRefusal(text: string): boolean {
  if (REFUSAL.test(text)) return true;
  const start = text.replace(/^[\s*_]+/, '').toLowerCase();
  if (start.length >= DECIDED) return false;
  return BEGINNINGS.some((word) => word.startsWith(start) || start.startsWith(word));
}
