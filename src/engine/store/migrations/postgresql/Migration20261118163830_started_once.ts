import { Migration } from '@mikro-orm/migrations';

export class Migration20261118163830_started_once extends Migration {

  override name = 'Migration20261118163830_started_once';

  override up(): void | Promise<void> {
    this.addSql(`alter table "campaign" add "start_key" varchar(64) null;`);
    this.addSql(`alter table "campaign" add constraint "campaign_start_key_unique" unique ("start_key");`);
  }

  override down(): void | Promise<void> {
    this.addSql(`alter table "campaign" drop constraint "campaign_start_key_unique";`);
    this.addSql(`alter table "campaign" drop column "start_key";`);
  }

}
