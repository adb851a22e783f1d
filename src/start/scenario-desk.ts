import { createScenarioGenerator, type ScenarioDependencies } from '#engine/scenario/scenario-generator.ts';
import { ScenarioProgressFeed } from '#engine/scenario/scenario-progress.ts';
import type { AuthoringService } from '#schema/authoring-service.ts';
import type { PackRepository } from '#schema/pack-repository.ts';
import type { ScenarioService } from '#schema/scenario-service.ts';
import { packsBeside } from './packs-beside.ts';

type Tools = Omit<ScenarioDependencies, 'library' | 'filesOf' | 'save'> & {
  readonly shelf: PackRepository;
  readonly authoring: Pick<AuthoringService, 'createTogether'>;
};

/** Makes scenarios for the packs on the shelf and puts them there. */
export function scenarioDesk({ shelf, authoring, ...tools }: Tools): ScenarioService {
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
