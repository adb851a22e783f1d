import {
  type GraphQLField,
  type GraphQLInputObjectType,
  type GraphQLInputType,
  getNamedType,
  isAbstractType,
  isEnumType,
  isInputObjectType,
  isLeafType,
  isListType,
  isNonNullType,
  isObjectType,
} from 'graphql';
import { schema } from '#schema/schema.ts';
import { type Random, randomJson, randomNumber, randomText, writtenOut } from './random-values.ts';

type Field = GraphQLField<unknown, unknown>;
export type OperationKind = 'query' | 'mutation' | 'subscription';
export type RandomOperation = { readonly query: string; readonly variables: Record<string, unknown> };

/** How often a careless client gives something that does not fit. */
const WRONG = 0.08;
const MOST_INPUT_DEPTH = 4;
/** An enum value, which JSON has no word for. */
class Word {
  readonly name: string;
  constructor(name: string) {
    this.name = name;
  }
  toJSON(): string {
    return this.name;
  }
}

/** What there is, by the names of arguments and inputs that take it. */
export type Known = Readonly<Record<string, readonly string[]>>;

/** Makes operations out of what introspection tells: any field, with arguments that may or may not be right. */
export class RequestMaker {
  readonly #random: Random;
  readonly #known: Known;
  /** Whether the client that is played knows what it does. */
  readonly #isCareful: boolean;

  constructor(random: Random, known: Known) {
    this.#random = random;
    this.#known = known;
    this.#isCareful = random.chance(0.6);
  }

  /** One field of a root type, some of what it holds, and so on; its arguments written out or as variables. */
  operation(kind: OperationKind): RandomOperation {
    const roots = {
      query: schema.getQueryType(),
      mutation: schema.getMutationType(),
      subscription: schema.getSubscriptionType(),
    };
    const field = this.#random.pick(Object.values(roots[kind]?.getFields() ?? {}));
    const inner = this.#selection(getNamedType(field.type).name, this.#isCareful ? 2 : 3, false);
    if (this.#random.chance(0.6))
      return { query: `${kind} { ${this.#called(field)}${inner} }`, variables: {} };
    const given = field.args.filter((one) => isNonNullType(one.type) || this.#random.chance(0.5));
    const declared = given.map(({ name, type }) => `$${name}: ${type}`).join(', ');
    const passed = given.map(({ name }) => `${name}: $${name}`).join(', ');
    const variables = Object.fromEntries(
      given.map(({ name, type }) => [
        name,
        this.#isWrong(0.15) ? randomJson(this.#random) : this.#value(type, 0, name),
      ]),
    );
    const around = given.length === 0 ? ['', ''] : [`(${declared})`, `(${passed})`];
    return { query: `${kind} ${around[0]} { ${field.name}${around[1]}${inner} }`, variables };
  }

  /** A body as it is sent: an operation, one with a piece cut out or put in, or no request at all. */
  body(kind: OperationKind): string {
    const { query, variables } = this.operation(kind);
    const kindOfHarm = this.#isCareful ? 0 : this.#random.below(20);
    if (kindOfHarm < 13) return writtenOut(JSON.stringify({ query, variables }));
    if (kindOfHarm < 17) return JSON.stringify({ query: this.#hurt(query), variables });
    return this.#odd(query);
  }

  #hurt(query: string): string {
    const at = this.#random.below(query.length);
    const put = this.#random.pick([
      '',
      '',
      '{',
      '}',
      '(',
      ')',
      '$',
      '@skip',
      '@skip(if: true)',
      '"',
      '"""',
      '...',
      '!',
      '\u0000',
      '{ a: __typename }',
    ]);
    return `${query.slice(0, at)}${put}${query.slice(at + this.#random.below(12))}`;
  }

  #odd(query: string): string {
    const json = () => writtenOut(JSON.stringify(randomJson(this.#random)));
    switch (this.#random.below(8)) {
      case 0:
        return json();
      case 1:
        return randomText(this.#random);
      case 2:
        return `{"query":"{ __typename }","variables":${json()}}`;
      case 3:
        return `{"query":${json()}}`;
      case 4:
        return `{"query":"{ __typename }","extensions":${json()},"operationName":${json()}}`;
      case 5:
        return `[${JSON.stringify({ query })},${JSON.stringify({ query })}]`;
      case 6:
        return JSON.stringify({ query: `${query} ${query}` });
      default:
        return JSON.stringify({ query }).slice(0, -this.#random.below(9));
    }
  }

  #called(field: Field): string {
    const given = field.args
      .filter((one) => isNonNullType(one.type) || this.#random.chance(this.#isCareful ? 0.1 : 0.4))
      .map(({ name, type }) => `${name}: ${written(this.#value(type, 0, name))}`);
    return given.length === 0 ? field.name : `${field.name}(${given.join(', ')})`;
  }

  #isWrong(share = WRONG): boolean {
    return !this.#isCareful && this.#random.chance(share);
  }

  /** A value for an input of a name: mostly what it takes. */
  #value(type: GraphQLInputType, depth: number, name: string): unknown {
    if (this.#isWrong()) return randomJson(this.#random, 1);
    if (isNonNullType(type)) return this.#value(type.ofType, depth, name);
    if (isListType(type)) {
      const most = this.#isWrong(0.2) ? 150 : 3;
      if (depth > MOST_INPUT_DEPTH) return [];
      return this.#random.some(most, () => this.#value(type.ofType, depth + 1, name));
    }
    if (isEnumType(type)) return new Word(this.#random.pick(type.getValues()).name);
    return isInputObjectType(type) ? this.#record(type, depth) : this.#leaf(type.name, name);
  }

  #leaf(typeName: string, name: string): unknown {
    const known = this.#known[name] ?? (typeName === 'ID' ? this.#known.id : undefined);
    if (known !== undefined && (this.#isCareful || this.#random.chance(0.7))) return this.#random.pick(known);
    switch (typeName) {
      case 'Int':
      case 'Float':
      case 'SafeInt':
        return this.#isCareful ? 1 + this.#random.below(9) : randomNumber(this.#random);
      case 'Boolean':
        return this.#random.chance(0.5);
      case 'JSON':
        return randomJson(this.#random);
      default:
        return this.#isCareful && this.#random.chance(0.7) ? 'I listen.' : randomText(this.#random);
    }
  }

  #record(type: GraphQLInputObjectType, depth: number): Record<string, unknown> {
    const fields = Object.values(type.getFields());
    const isGiven = (one: (typeof fields)[number]) =>
      isNonNullType(one.type) || (depth < MOST_INPUT_DEPTH && this.#random.chance(0.3));
    const given = type.isOneOf ? [this.#random.pick(fields)] : fields.filter(isGiven);
    return Object.fromEntries(given.map((one) => [one.name, this.#value(one.type, depth + 1, one.name)]));
  }

  /** Types that stand beside each other may give one name other types: there fields are named after their owner. */
  #selection(typeName: string, depth: number, isBeside: boolean): string {
    const type = schema.getType(typeName);
    if (isLeafType(type)) return '';
    if (isAbstractType(type)) {
      const members = schema.getPossibleTypes(type).map(({ name }) => name);
      const chosen = new Set([this.#random.pick(members), this.#random.pick(members), members[0] ?? '']);
      const parts = [...chosen].map((name) => `... on ${name}${this.#selection(name, depth, true)}`);
      return ` { __typename ${parts.join(' ')} }`;
    }
    if (!isObjectType(type)) return '';
    const fields = Object.values(type.getFields()).filter(
      (one) => depth > 0 || isLeafType(getNamedType(one.type)),
    );
    const chosen = new Set(fields.length === 0 ? [] : this.#random.some(5, () => this.#random.pick(fields)));
    const asked = [...chosen].map((one) => {
      const shown = isBeside ? `${typeName}_${one.name}: ` : '';
      return `${shown}${this.#called(one)}${this.#selection(getNamedType(one.type).name, depth - 1, false)}`;
    });
    return ` { __typename ${asked.join(' ')} }`;
  }
}

/** A value as it is written in a document. */
function written(value: unknown): string {
  if (value instanceof Word) return value.name;
  if (Array.isArray(value)) return `[${value.map(written).join(', ')}]`;
  if (typeof value === 'object' && value !== null) {
    // A name that cannot be written is left out: it would only ever be a document that cannot be read.
    const entries = Object.entries(value).filter(([name]) => /^[_a-zA-Z]\w*$/.test(name));
    return `{ ${entries.map(([name, one]) => `${name}: ${written(one)}`).join(', ')} }`;
  }
  return JSON.stringify(value) ?? 'null';
}
