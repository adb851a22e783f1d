import { Migration } from '@mikro-orm/migrations';

export class Migration20261118141006_sessions_by_lease extends Migration {

  override name = 'Migration20261118141006_sessions_by_lease';

  override up(): void | Promise<void> {
    this.addSql(`create index \`session_lease_turn_id_index\` on \`session\` (\`lease_turn_id\`);`);
  }

  override down(): void | Promise<void> {
    this.addSql(`drop index \`session_lease_turn_id_index\`;`);
  }

}
