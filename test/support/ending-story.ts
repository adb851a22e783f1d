import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { writeGuidePack } from './guide-pack.ts';

export const LAST_TIDE = 'lantern_quay:the_last_tide';

/** A story in which everything that can carry operations does, with three endings. */
const ENTRY_POINT = `
id: the_last_tide
name: The Last Tide
type: adventure
summary: One night on the Quay.
world: quay
rulesets: [tide_dice]
stakes: The water is rising.
entry: A short night at the pier house.
entry_start: Begin in the common room.
opening: { location: pier_house, time: "1890-11-12 17:40" }
scene_seed: { fog: 3 }
cast:
  - { character: auditor, role: persona, location: pier_house, present: true }
  - { character: marit, location: pier_house }
  - { character: tomas, location: mole }
threads:
  - { id: bell, title: The bell under the floor, stakes: Who rings it., visibility: public, resolved_when: { fact: { id: bell_rope } } }
  - { id: oars, title: Dry oars, stakes: Where Tomas was., resolved_when: Tomas has said why his oars were dry. }
missions:
  - { id: audit, title: Close the file, status: accepted, objective: Find the bell., resolved_when: { thread: { id: bell, status: resolved } } }
  - { id: supper, title: Eat before the tide, status: offered, objective: Eat., resolved_when: The auditor has eaten supper. }
facts:
  - id: bell_rope
    subject: pier_house
    predicate: hides
    object: The bell rope runs down through the floor.
    triggers: [pull the rope behind the stove]
    operations:
      - { op: enter_scene, character_id: tomas }
      - { op: adjust_relation, one_id: tomas, other_id: persona, trust: 2 }
  - id: hatch
    subject: pier_house
    predicate: hides
    object: The hatch is nailed from below.
    triggers: [lift the hatch]
    operations:
      - { op: tick_clock, clock_id: tide, by: 1 }
      - { op: transfer_item, from_id: tomas, to_id: persona, item_id: brass_key }
clocks:
  - id: tide
    name: The tide
    max: 4
    visibility: public
    triggers:
      - at: 2
        description: Water comes over the planks.
        operations:
          - { op: add_fact, subject_id: pier_house, predicate: stands, object: in water, visibility: public }
    operations:
      - { op: update_thread, thread_id: oars, status: failed }
deadlines:
  - id: packet
    description: The packet boat calls
    due_in: 6h
    consequences: It leaves without you.
    visibility: public
    operations:
      - { op: leave_scene, character_id: marit }
agendas:
  - character: tomas
    goal: Row out unseen.
    pace_per_day: 48
    milestones:
      - at: 4
        description: Tomas unties the boat.
        operations:
          - { op: tick_clock, clock_id: tide, by: 1 }
responses:
  - of: marit
    trigger: ask Marit for the brass key
    line: '"Weather," says Marit, and lifts the string over her head. "It was never a key to a door."'
    operations:
      - { op: transfer_item, from_id: marit, to_id: persona, item_id: brass_key }
  - of: marit
    trigger: thank Marit
    line: Marit counts the thanks and finds it correct.
    once: false
    requires: { item: { id: brass_key } }
  - of: tomas
    trigger: greet Tomas
    line: Tomas nods at the stove.
  - of: mole
    trigger: look at the lamp
    line: The lamp blinks.
endings:
  - id: the_packet
    title: The Packet Boat
    when: { deadline: { id: packet, status: missed } }
    epilogue: The packet boat goes without you, and the winter begins.
  - id: the_bell
    title: The Bell Is Rung
    when: { all: [{ mission: { id: audit, status: completed } }, { item: { id: brass_key } }] }
    epilogue: The bell rings once, and every lamp on the Quay goes out.
  - id: the_truth
    title: Dry Oars
    when: { thread: { id: oars, status: resolved } }
    epilogue: You write it down as he says it.
`;

const FAILURE_STREAK = `{ binding: [{ name: The fog closes, text: This way is lost for tonight., operations: [
    { op: update_entity, entity_id: persona, path: attributes.lost, value: true }, { op: tick_clock, clock_id: tide, by: 3 }] }] }`;

/** Writes Lantern Quay with that story beside its own, under a pipeline. */
export function writeEndingStory(pipeline: 'duet' | 'ensemble' | 'full' = 'full'): (folder: string) => void {
  return (folder) => {
    writeGuidePack(folder);
    const pack = join(folder, 'lantern_quay');
    writeFileSync(join(pack, 'entry_points', 'the_last_tide.yaml'), ENTRY_POINT);
    const ruleset = join(pack, 'rulesets', 'tide_dice.yaml');
    const text = readFileSync(ruleset, 'utf8').replace(
      /pipeline: full.*/,
      `pipeline: ${pipeline}\n  failure_streak: ${FAILURE_STREAK}`,
    );
    writeFileSync(ruleset, text);
  };
}
