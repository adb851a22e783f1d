import { fileURLToPath } from 'node:url';
import { Migrator } from '@mikro-orm/migrations';
import { defineConfig as postgresqlConfig } from '@mikro-orm/postgresql';
import { defineConfig as sqlConfig } from '@mikro-orm/sql';
import { Campaign, CampaignInvitation, CampaignMember } from '../entities/campaign.ts';
import { HomebrewVersion, KeptPack, SegmentSwitch } from '../entities/content.ts';
import { JobEntity, QueuedHistory } from '../entities/jobs.ts';
import { ModelCall, SideCall } from '../entities/model-calls.ts';
import { NarrationChoice, NarrationVersion, OpenRetelling, Scene } from '../entities/scene.ts';
import {
  ActionEntity,
  ChronicleEntity,
  MemoryEntity,
  RelationEntity,
  RollEntity,
  SummaryEntity,
} from '../entities/scene-rows.ts';
import { Session } from '../entities/session.ts';
import { Turn, TurnEventEntity, TurnRecording } from '../entities/turn.ts';
import { ApiToken, ViewerTurn } from '../entities/viewer.ts';
import { NodeSqliteDialect, type SqliteOpenOptions } from './sqlite-dialect.ts';
import { BindingSqliteDriver } from './sqlite-driver.ts';

/** Every table of the store. */
export const ENTITIES = [
  Campaign,
  Session,
  Scene,
  NarrationVersion,
  NarrationChoice,
  OpenRetelling,
  Turn,
  TurnEventEntity,
  TurnRecording,
  ModelCall,
  SideCall,
  MemoryEntity,
  ChronicleEntity,
  RollEntity,
  ActionEntity,
  RelationEntity,
  SummaryEntity,
  JobEntity,
  QueuedHistory,
  HomebrewVersion,
  KeptPack,
  SegmentSwitch,
  ApiToken,
  CampaignMember,
  CampaignInvitation,
  ViewerTurn,
];

type Dialect = 'sqlite' | 'postgresql';

/** Returns the folder of the committed migrations of a dialect. */
export function getMigrationFolder(dialect: Dialect): string {
  return fileURLToPath(new URL(`../migrations/${dialect}`, import.meta.url));
}

function shared(dialect: Dialect) {
  const path = getMigrationFolder(dialect);
  return {
    entities: ENTITIES,
    extensions: [Migrator],
    debug: false,
    // Rows are read, inserted and updated one by one; nothing is tracked, so no flush can write back what was only read.
    disableIdentityMap: true,
    migrations: {
      path,
      pathTs: path,
      glob: '*.ts',
      snapshotName: 'schema',
      snapshotOnMigrate: false,
      silent: true,
    },
  };
}

export function createSqliteOptions(file: string, opening?: SqliteOpenOptions) {
  return sqlConfig({
    ...shared('sqlite'),
    driver: BindingSqliteDriver,
    dbName: file,
    driverOptions: new NodeSqliteDialect(file, opening),
  });
}

export function createPostgresqlOptions(url: string) {
  return postgresqlConfig({ ...shared('postgresql'), clientUrl: url });
}
