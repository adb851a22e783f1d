/** Readers for the parts of a recording that the API gives as JSON. What is missing or of another shape is left out. */

export type Scope = { readonly scope: string; readonly tokens: number; readonly tokensBefore: number };
export type Audit = {
  readonly step: string;
  readonly budget: number;
  readonly tokens: number;
  readonly scopes: readonly Scope[];
  readonly decisions: readonly string[];
  readonly notes: readonly string[];
  readonly warnings: readonly string[];
  readonly summary: string;
};
export type Block = { readonly role: string; readonly text: string; readonly isCached: boolean };
export type Refusal = { readonly operation: string; readonly reason: string };
export type Search = { readonly text: string; readonly found: readonly string[] };
export type Tokens = {
  readonly input: number;
  readonly output: number;
  readonly cacheRead: number;
};

type Fields = Readonly<Record<string, unknown>>;

const isFields = (value: unknown): value is Fields =>
  typeof value === 'object' && value !== null && !Array.isArray(value);
const toFields = (value: unknown): Fields => (isFields(value) ? value : {});
const toList = (value: unknown): readonly unknown[] => (Array.isArray(value) ? value : []);
const toText = (value: unknown): string => (typeof value === 'string' ? value : '');
const toNumber = (value: unknown): number => (typeof value === 'number' ? value : 0);
const toTexts = (value: unknown): string[] => toList(value).map(toText).filter(Boolean);

/** Reads how the prompts of a turn were put together. */
export function readAudits(prompts: unknown): Audit[] {
  return toList(prompts).map((prompt) => {
    const { step, audit } = toFields(prompt);
    const fields = toFields(audit);
    return {
      step: toText(step),
      budget: toNumber(fields.budget),
      tokens: toNumber(fields.tokens),
      scopes: toList(fields.scopes).map((scope) => {
        const part = toFields(scope);
        return {
          scope: toText(part.scope),
          tokens: toNumber(part.tokens),
          tokensBefore: toNumber(part.tokensBefore),
        };
      }),
      decisions: toList(fields.decisions).map(describeDecision),
      notes: toTexts(fields.notes),
      warnings: toTexts(fields.warnings),
      summary: toText(fields.summary),
    };
  });
}

function describeDecision(decision: unknown): string {
  const { type, detail, ...rest } = toFields(decision);
  return [toText(type), toText(detail) || Object.values(rest).map(String).join(', ')]
    .filter(Boolean)
    .join(': ');
}

/** Reads the blocks of a request in the order in which the model got them. */
export function readBlocks(request: unknown): Block[] {
  const { system, messages } = toFields(request);
  const read = (role: string) => (block: unknown) => {
    const fields = toFields(block);
    return {
      role: toText(fields.role) || role,
      text: toText(fields.text),
      isCached: fields.cacheable === true,
    };
  };
  return [...toList(system).map(read('system')), ...toList(messages).map(read('user'))];
}

/** Reads which operations were refused, and why. */
export function readRefusals(operations: unknown): Refusal[] {
  return toList(operations).flatMap((group) => {
    const { proposals, rejected } = toFields(group);
    return toList(rejected).map((one) => {
      const fields = toFields(one);
      const proposal = toFields(fields.proposal ?? toList(proposals)[toNumber(fields.index)]);
      const rejection = toFields(fields.rejection);
      return {
        operation: toText(proposal.op) || 'operation',
        reason: toText(fields.reason) || toText(rejection.reason) || toText(fields.code),
      };
    });
  });
}

/** Reads which operations were applied, and who proposed them. */
export function readApplied(
  operations: unknown,
): { readonly asker: string; readonly operations: string[] }[] {
  return toList(operations).map((group) => {
    const { asker, proposals } = toFields(group);
    return { asker: toText(asker), operations: toList(proposals).map((one) => toText(toFields(one).op)) };
  });
}

export function readSearches(searches: unknown): Search[] {
  return toList(searches).map((search) => {
    const { query, found } = toFields(search);
    return { text: toText(toFields(query).text), found: toTexts(found) };
  });
}

export function readTokens(usage: unknown): Tokens {
  const fields = toFields(usage);
  return {
    input: toNumber(fields.inputTokens),
    output: toNumber(fields.outputTokens),
    cacheRead: toNumber(fields.cacheReadTokens),
  };
}

/** Reads the faults that the judge found; none when its reply cannot be read. */
export function readFindings(reply: string): string[] {
  try {
    return toList(toFields(JSON.parse(reply)).findings).map((finding) => {
      const { kind, quote, reason } = toFields(finding);
      return [toText(kind), toText(quote) === '' ? '' : `“${toText(quote)}”`, toText(reason)]
        .filter(Boolean)
        .join(' · ');
    });
  } catch {
    return [];
  }
}
