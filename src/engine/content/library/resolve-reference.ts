import { suggestName } from '#engine/state/suggest-name.ts';
import type { Target } from '../format/words.ts';
import { isWordTarget, type NameIndex } from './name-index.ts';

/** From where references are read: a pack and the packs it may name. */
export type Viewpoint = {
  readonly packId: string;
  /** The file in question; facts of the same file need no more than their own id. */
  readonly fileId: string;
  readonly visible: ReadonlySet<string>;
  readonly installed: ReadonlyMap<string, string>;
  readonly names: NameIndex;
};

export type Unresolved = { readonly code: string; readonly message: string; readonly advice: string };

/** The full id a reference means, or why it means nothing. */
export function resolveReference(
  viewpoint: Viewpoint,
  text: string,
  to: readonly Target[],
): string | Unresolved {
  const { packId, fileId, visible, installed, names } = viewpoint;
  const local = to.includes('fact') && !text.includes('.') ? `${fileId}.${text}` : text;
  const fullId = text.includes(':') ? text : `${packId}:${local}`;
  const namedPack = fullId.slice(0, fullId.indexOf(':'));
  if (!visible.has(namedPack)) return unreachablePack(text, namedPack, installed, visible);
  const isKnown = to.some((target) =>
    isWordTarget(target)
      ? names.hasWord(target, fullId) || names.mayBeUnread(target, visible)
      : names.kindOf(fullId) === target,
  );
  return isKnown ? fullId : unknown(viewpoint, text, to, names.kindOf(fullId));
}

function unknown(
  { packId, fileId, visible, names }: Viewpoint,
  text: string,
  to: readonly Target[],
  kind: Target | null,
): Unresolved {
  const wanted = to.map(spoken).join(' or ');
  const candidates = names.idsOf(to, visible).map((id) => shortened(id, packId, fileId));
  const near = bestGuess(text, candidates);
  if (kind !== null && !to.every(isWordTarget)) {
    const message = `${text} is ${article(spoken(kind))}, not ${article(wanted)}.`;
    return { code: 'wrong-kind', message, advice: near ?? `Name ${article(wanted)}.` };
  }
  const advice = near ?? (candidates.length === 0 ? `This pack has no ${wanted} yet.` : listed(candidates));
  return { code: 'unknown-reference', message: `There is no ${wanted} ${text}.`, advice };
}

function unreachablePack(
  text: string,
  pack: string,
  installed: ReadonlyMap<string, string>,
  visible: ReadonlySet<string>,
): Unresolved {
  const version = installed.get(pack);
  if (version !== undefined) {
    const message = `${text} belongs to ${pack}, on which this pack does not depend.`;
    return {
      code: 'not-a-dependency',
      message,
      advice: `Add { id: ${pack}, version: ^${version} } to depends_on in pack.yaml.`,
    };
  }
  const near = suggestName(pack, [...visible]).trim();
  const advice = near === '' ? 'Install it and add it to depends_on in pack.yaml.' : near;
  return { code: 'unknown-pack', message: `There is no pack ${pack}.`, advice };
}

/** The same short name in a pack below is the likeliest slip; then the nearest spelling. */
function bestGuess(text: string, candidates: readonly string[]): string | null {
  const short = text.slice(text.indexOf(':') + 1);
  const same = candidates.find((id) => id.slice(id.indexOf(':') + 1) === short);
  if (same !== undefined) return `Write ${same}.`;
  const near = suggestName(text, candidates).trim();
  return near === '' ? null : near;
}

function listed(candidates: readonly string[]): string {
  const few = candidates.slice(0, 12).join(', ');
  return candidates.length > 12
    ? `There are ${few} and ${candidates.length - 12} more.`
    : `There are ${few}.`;
}

function shortened(fullId: string, packId: string, fileId: string): string {
  if (!fullId.startsWith(`${packId}:`)) return fullId;
  const local = fullId.slice(packId.length + 1);
  return local.startsWith(`${fileId}.`) ? local.slice(fileId.length + 1) : local;
}

function spoken(target: Target): string {
  return target.replaceAll('_', ' ');
}

function article(words: string): string {
  return /^[aeiou]/.test(words) ? `an ${words}` : `a ${words}`;
}
