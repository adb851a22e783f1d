import { alike, type RuleTable } from '../rule.ts';

/** What packs hold. The parents of these types have no field in which a secret could stand; `authoring` leads to the rest. */
export const CONTENT_RULES: RuleTable = {
  ...alike(
    { '*': 'reader', authoring: 'author' },
    'Pack',
    'World',
    'Ruleset',
    'EntryPoint',
    'Character',
    'LocationLore',
    'FactionLore',
    'CultureLore',
    'HistoryLore',
    'TechnologyLore',
    'ItemLore',
    'EventLore',
    'LawLore',
  ),
  ...alike('holder', 'PackDependency', 'License', 'ContentSection', 'RulesetStat', 'LocationExit'),
  ...alike('holder', 'OfferedPersona', 'PackIndex', 'IndexProgress'),
  ...alike('holder', 'LoreResult', 'LoreTiming', 'LoreHit', 'LoreSignals', 'LoreSignal'),
  ...alike('holder', 'AuthoredLoreChunk', 'HistoryLoreChunk'),
  ...alike('holder', 'LoreExplanation', 'ConsideredLore', 'ExcludedLore'),
  ...alike('author', 'AuthoringDesk', 'AuthoredPack', 'AuthoredContent', 'ContentVersion', 'ContentOverride'),
  ...alike('holder', 'ScenarioProgress', 'GeneratedScenario', 'GeneratedCastMember', 'GeneratedThread'),
  ...alike('holder', 'GeneratedSecret', 'GeneratedClock'),
  ...alike('author', 'PromptSegment', 'PackProblem', 'PackReport', 'ExportedFile'),
};
