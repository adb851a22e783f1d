import { Migration } from '@mikro-orm/migrations';

export class Migration20261116100729_calls_beside_play extends Migration {

  override name = 'Migration20261116100729_calls_beside_play';

  override up(): void | Promise<void> {
    this.addSql(`create table \`side_call\` (\`id\` text not null primary key, \`created_at\` datetime not null, \`work\` text not null, \`viewer_id\` text null, \`session_id\` text null, \`step\` text not null, \`purpose\` text not null, \`model_key\` text not null, \`provider\` text not null, \`input_tokens\` integer not null, \`output_tokens\` integer not null, \`cache_write_tokens\` integer not null, \`cache_read_tokens\` integer not null, \`cost_usd\` double null, \`first_delta_ms\` integer null, \`duration_ms\` integer not null, \`ending\` text not null);`);
    this.addSql(`create index \`side_call_created_at_index\` on \`side_call\` (\`created_at\`);`);
    this.addSql(`create index \`side_call_viewer_id_created_at_index\` on \`side_call\` (\`viewer_id\`, \`created_at\`);`);
    this.addSql(`create index \`side_call_session_id_index\` on \`side_call\` (\`session_id\`);`);
  }

  override down(): void | Promise<void> {
    this.addSql(`drop table if exists \`side_call\`;`);
  }

}
