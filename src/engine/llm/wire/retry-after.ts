const SECOND = 1000;

/** How long a provider asks to be left alone, from `retry-after-ms` or `retry-after` (seconds or a date). */
export function retryAfterMs(headers: Headers | undefined, now: Date): number | null {
  const exact = positive(headers?.get('retry-after-ms'));
  if (exact !== null) return exact;
  const given = headers?.get('retry-after');
  const seconds = positive(given);
  if (seconds !== null) return seconds * SECOND;
  const date = Date.parse(given ?? '');
  return Number.isNaN(date) ? null : Math.max(0, date - now.getTime());
}

function positive(value: string | null | undefined): number | null {
  if (value === null || value === undefined || value.trim() === '') return null;
  const number = Number(value);
  return Number.isFinite(number) && number >= 0 ? number : null;
}
