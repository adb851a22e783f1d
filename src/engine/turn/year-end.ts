/** The type of the event that ends a year; the next turn begins with its reckoning. */
export const YEAR_END = 'year_end';
