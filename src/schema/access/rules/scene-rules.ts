import { alike, type RuleTable } from '../rule.ts';

/** What a scene is made of. The first come from a player's view or are asked of what has its own rule; the others hold secrets. */
export const SCENE_RULES: RuleTable = {
  ...alike('holder', 'WorldTime', 'KnownCharacter', 'KnownLocation', 'KnownItem', 'KnownFaction'),
  ...alike('holder', 'Exit', 'Condition', 'SceneHeader', 'Chapter', 'CoreMemory', 'Fact', 'Discovery'),
  ...alike('holder', 'Thread', 'Clock', 'Mission', 'Deadline', 'Resource', 'Meters', 'Law'),
  ...alike('holder', 'Relation', 'Relationship', 'RelationChange', 'InventoryEntry', 'Combat', 'Combatant'),
  ...alike('holder', 'PendingRoll', 'RollTableRow', 'PendingClarification', 'Planning', 'PlanningAnalysis'),
  ...alike('holder', 'Roll', 'RollTarget', 'RollsReport', 'RollVerification', 'MissingRolls', 'UnplayedRoll'),
  ...alike('holder', 'ChronicleEntry', 'Observation', 'TurnStep', 'SceneDiff', 'SceneDifference'),
  ...alike('holder', 'SceneLore', 'LorePassage'),
  ...alike('gm', 'GmSceneLore', 'GmBriefing', 'GmDiscoverable', 'GmThreadLore', 'PulledRecord', 'LorePull'),
  ...alike('gm', 'GmScene', 'GmSession', 'GmCharacter', 'GmLocation', 'GmExit', 'GmFact', 'GmThread'),
  ...alike('gm', 'GmClock', 'ClockTrigger', 'GmMission', 'GmDeadline', 'GmResource', 'GmRelationship'),
  ...alike('gm', 'Agenda', 'PersonaStanding', 'Holdings', 'Account', 'LedgerEntry'),
  ...alike('gm', 'CampaignMetrics', 'Metrics', 'Spread', 'LoreStretch', 'StretchPull'),
  ...alike('gm', 'Replay', 'ReplayedTurn', 'ReplaySides', 'ReplayedPrompt'),
  ...alike('gm', 'TurnRecording', 'RecordedCall'),
};
