/** How much one request, one connection and one viewer may ask of the server. */
export type Limits = {
  /** How many fields may stand inside each other, fragments unfolded. */
  readonly depth: number;
  /** How many fields of an operation may be given another name. */
  readonly aliases: number;
  /** How many directives an operation may carry. */
  readonly directives: number;
  /** How many fields may stand at the top of an operation. */
  readonly rootFields: number;
  /** How often the same field may stand beside itself, fragments unfolded. */
  readonly repeats: number;
  /** How many words and signs a document may have. */
  readonly tokens: number;
  /** How many fields an answer may have at most, with every page as long as it was asked for. */
  readonly complexity: number;
  /** Bytes of the body of a request. */
  readonly bodyBytes: number;
  /** Bytes of one message over WebSocket. */
  readonly frameBytes: number;
  readonly querySeconds: number;
  /** A mutation may wait for a turn to be told; the turn itself goes on without it. */
  readonly mutationSeconds: number;
  readonly subscriptionsPerViewer: number;
  /** Subscriptions, queries and mutations under way at once over one WebSocket. */
  readonly operationsPerSocket: number;
};

/**
 * Three times what the largest example operations need and more: those are 6 deep, have 190 tokens and a complexity of 1,905. Only
 * directives are few, and no example has one: a well-known scanner takes ten for a weakness.
 */
export const DEFAULT_LIMITS: Limits = {
  depth: 20,
  aliases: 30,
  directives: 9,
  rootFields: 20,
  repeats: 30,
  tokens: 2_000,
  complexity: 20_000,
  bodyBytes: 256 * 1024,
  frameBytes: 256 * 1024,
  querySeconds: 30,
  mutationSeconds: 300,
  subscriptionsPerViewer: 100,
  operationsPerSocket: 50,
};
