import { Migration } from '@mikro-orm/migrations';

export class Migration20261118163830_started_once extends Migration {

  override name = 'Migration20261118163830_started_once';

  override up(): void | Promise<void> {
    this.addSql(`alter table \`campaign\` add column \`start_key\` text null;`);
    this.addSql(`create unique index \`campaign_start_key_unique\` on \`campaign\` (\`start_key\`);`);
  }

  override down(): void | Promise<void> {
    this.addSql(`drop index \`campaign_start_key_unique\`;`);
    this.addSql(`alter table \`campaign\` drop column \`start_key\`;`);
  }

}
