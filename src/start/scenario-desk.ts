import { createScenarioGenerator, type ScenarioDependencies } from '#engine/scenario/scenario-generator.ts';
import { ScenarioProgressFeed } from '#engine/scenario/scenario-progress.ts';
import type { Authoring } from '#schema/authoring.ts';
import type { ScenarioDesk } from '#schema/scenario-desk.ts';
import type { Shelf } from '#schema/shelf.ts';
import { packsBeside } from './packs-beside.ts';

type Tools = Omit<ScenarioDependencies, 'library' | 'filesOf' | 'save'> & {
  readonly shelf: Shelf;
  readonly authoring: Pick<Authoring, 'createTogether'>;
};

/** Makes scenarios for the packs on the shelf and puts them there. */
export function scenarioDesk({ shelf, authoring, ...tools }: Tools): ScenarioDesk {
  const board = new ScenarioProgressFeed();
  const maker = createScenarioGenerator({
    ...tools,
    library: shelf.library,
    filesOf: (packIds) => packsBeside(packIds, shelf),
    save: authoring.createTogether,
  });
  const nameOf = (viewerId: string, watchedAs: string) => JSON.stringify([viewerId, watchedAs]);
  return {
    async make(viewerId, watchedAs, request) {
      if (watchedAs === null) return maker.make(request, () => {});
      const { tell, end } = board.begin(nameOf(viewerId, watchedAs));
      try {
        return await maker.make(request, tell);
      } finally {
        end();
      }
    },
    progressOf: (viewerId, watchedAs) => board.follow(nameOf(viewerId, watchedAs)),
  };
}
