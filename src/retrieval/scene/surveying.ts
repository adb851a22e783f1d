/** `look around the tent`, `glance round`: one looks at nothing in particular. What stands behind `for`, `and`, `behind` is meant. */
const SURVEY =
  /\b(look|glanc|gaz|peer|star|walk|wander|stroll)(e?s|ed|ing|e)?[ \t]+(?:(?:all|slowly|carefully|quickly|briefly)[ \t]+)*(?:a?round|about)\b(?:[ \t]+(?!(?:for|and|to|until|while|behind|under|beneath|with|then|but|hoping|trying|looking|searching|because|if|where)\b)[\p{L}\p{N}’'-]+){0,6}/giu;

export function isSurvey(text: string): boolean {
  return text.search(SURVEY) !== -1;
}

/** An action without what it only lets the eye pass over: that somebody looks is left of it. */
export function withoutSurvey(action: string): string {
  return action.replace(SURVEY, (_all, verb: string, ending = '') => `${verb}${ending}`);
}
