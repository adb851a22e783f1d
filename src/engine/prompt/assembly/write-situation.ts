import type { ContextPacket, SceneView } from '#engine/contracts/context-packet.ts';
import { omitSaid } from './omit-said.ts';
import { ended, labelled, oneLine, section, stretches } from './write-lines.ts';

/** Values of the scene that are worth no word. */
const ORDINARY = new Set(['', 'clear', 'normal']);

/** Writes where and when the scene is, how the place feels, what is at hand and which ways lead on. */
export function writeSituation({ scene, entities, activeSituations }: ContextPacket): string {
  return stretches([
    stretches([writeWhen(scene), writeChapter(scene)], ' '),
    writePlace(scene),
    writeSenses(scene),
    section(
      'At hand',
      entities.map(({ name, description }) => stretches([name, ended(description)], ': ')),
    ),
    section('Ways from here', scene.exits.map(writeExit)),
    section('Holds in this scene', scene.constraints),
    section(
      'Going on',
      activeSituations.filter((going) => !scene.constraints.includes(going)),
    ),
  ]);
}

function writeWhen({ date, timeOfDay }: SceneView): string {
  const when = stretches([oneLine(date), oneLine(omitSaid(date)(timeOfDay))], ', ');
  return when === '' ? '' : `It is ${ended(when)}`;
}

function writeChapter({ chapter: { number, title } }: SceneView): string {
  return ended(`Chapter ${number}${title === '' ? '' : `, ${title}`}`);
}

function writePlace({ place }: SceneView): string {
  if (place === null) return '';
  const left = omitSaid(place.description);
  return stretches([
    stretches([`The scene is at ${ended(place.name)}`, ended(place.description)], ' '),
    section('How it feels here', place.atmosphere.map(left)),
  ]);
}

function writeSenses({ visibility, noise }: SceneView): string {
  return stretches(
    [
      ORDINARY.has(visibility) ? '' : labelled('Light', ended(visibility)),
      ORDINARY.has(noise) ? '' : labelled('Sound', ended(noise)),
    ],
    ' ',
  );
}

function writeExit({ label, name, blocked }: SceneView['exits'][number]): string {
  const to = name === undefined || label.includes(name) ? '' : `to ${name}`;
  const way = stretches([label, to], ', ');
  return blocked === null ? way : `${way}; closed: ${blocked}`;
}
