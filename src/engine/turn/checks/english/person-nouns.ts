/** Nouns for people whom a pronoun may mean. */
export const PERSON_NOUNS: ReadonlySet<string> = new Set(
  `man woman boy girl child guard soldier knight herald clerk merchant friar priest stranger figure captain sergeant officer
  squire servant waiter barman bartender driver sailor rider messenger page lord lady king queen prince princess count duke
  doctor nurse judge lawyer thief courier agent detective widow mother father brother sister son daughter wife husband friend
  enemy gentleman gentlemen men women people crowd gunner fleming innkeeper smith farmer beggar monk nun abbess bishop
  archbishop constable marshal deputy sheriff bandit ogre goblin voice somebody someone other fellow fella kid gunman
  patrol changer carter mint-master apprentice pilot engineer commander drover cook maid`
    .split(/\s+/)
    .filter((noun) => noun !== ''),
);
