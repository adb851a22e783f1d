import type { checkNarration } from '#engine/turn/check-narration.ts';

type Facts = Parameters<typeof checkNarration>[1];

/**
 * Ada is played; Bruno is here, Mira is away, old Ivo is dead. They are in the hall, not in the cellar. Ada carries a lamp; the
 * rusty key hangs somewhere else. Nothing was rolled and nobody has found out about the well.
 */
export function quietRoom(more: Partial<Facts> = {}): Facts {
  return {
    personas: [{ name: 'Ada Quill', aliases: ['Ada'], pronouns: 'she/her' }],
    present: [{ name: 'Bruno', aliases: [], pronouns: 'he/him' }],
    absent: [{ name: 'Mira', aliases: [], pronouns: 'she/her' }],
    dead: [{ name: 'Ivo', aliases: [], pronouns: 'he/him' }],
    places: ['The Hall'],
    otherPlaces: ['The Cellar'],
    held: ['A lamp'],
    otherItems: ['A rusty key'],
    rolls: [],
    numbers: [],
    row: null,
    secrets: ['Bruno poisoned the well behind the chapel in the dry summer.'],
    known: ['Bruno keeps the hall.'],
    internalLabels: ['chaotic neutral', 'quiet dread'],
    playerWords: ['I wait.'],
    settled: [],
    cameAbout: [],
    guarded: ['act', 'speak', 'move', 'think', 'feel'],
    limits: { fewest: 3, most: 200 },
    ...more,
  };
}
