import { Migration } from '@mikro-orm/migrations';

export class Migration20261118200835_images extends Migration {

  override name = 'Migration20261118200835_images';

  override up(): void | Promise<void> {
    this.addSql(`create table "pack_image" ("pack_id" varchar(60) not null, "path" varchar(200) not null, "hash" varchar(64) not null, "type" varchar(16) not null, "width" int not null, "height" int not null, "bytes" bytea not null, "created_at" timestamptz(3) not null, primary key ("pack_id", "path"));`);
    this.addSql(`create index "pack_image_hash_index" on "pack_image" ("hash");`);

    this.addSql(`create table "portrait" ("campaign_id" varchar(36) not null, "character_id" varchar(120) not null, "hash" varchar(64) not null, "type" varchar(16) not null, "width" int not null, "height" int not null, "bytes" bytea not null, "created_at" timestamptz(3) not null, primary key ("campaign_id", "character_id"));`);
    this.addSql(`create index "portrait_hash_index" on "portrait" ("hash");`);

    this.addSql(`alter table "portrait" add constraint "portrait_campaign_id_foreign" foreign key ("campaign_id") references "campaign" ("id") on delete cascade;`);
  }

  override down(): void | Promise<void> {
    this.addSql(`drop table if exists "pack_image" cascade;`);
    this.addSql(`drop table if exists "portrait" cascade;`);
  }

}
