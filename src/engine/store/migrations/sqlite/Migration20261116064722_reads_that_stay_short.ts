import { Migration } from '@mikro-orm/migrations';

export class Migration20261116064722_reads_that_stay_short extends Migration {

  override name = 'Migration20261116064722_reads_that_stay_short';

  override up(): void | Promise<void> {
    this.addSql(`drop index \`memory_row_session_id_observation_id_index\`;`);
    this.addSql(`create index \`memory_row_session_id_observation_id_weight_index\` on \`memory_row\` (\`session_id\`, \`observation_id\`, \`weight\`);`);

    this.addSql(`drop index \`chronicle_entry_session_id_position_index\`;`);
    this.addSql(`drop index \`chronicle_entry_session_id_scene_index_index\`;`);
    this.addSql(`create index \`chronicle_entry_session_id_scene_index_position_index\` on \`chronicle_entry\` (\`session_id\`, \`scene_index\`, \`position\`);`);
  }

  override down(): void | Promise<void> {
    this.addSql(`drop index \`chronicle_entry_session_id_scene_index_position_index\`;`);
    this.addSql(`create index \`chronicle_entry_session_id_position_index\` on \`chronicle_entry\` (\`session_id\`, \`position\`);`);
    this.addSql(`create index \`chronicle_entry_session_id_scene_index_index\` on \`chronicle_entry\` (\`session_id\`, \`scene_index\`);`);

    this.addSql(`drop index \`memory_row_session_id_observation_id_weight_index\`;`);
    this.addSql(`create index \`memory_row_session_id_observation_id_index\` on \`memory_row\` (\`session_id\`, \`observation_id\`);`);
  }

}
