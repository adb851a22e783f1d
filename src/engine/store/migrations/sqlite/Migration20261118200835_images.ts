import { Migration } from '@mikro-orm/migrations';

export class Migration20261118200835_images extends Migration {

  override name = 'Migration20261118200835_images';

  override up(): void | Promise<void> {
    this.addSql(`create table \`pack_image\` (\`pack_id\` text not null, \`path\` text not null, \`hash\` text not null, \`type\` text not null, \`width\` integer not null, \`height\` integer not null, \`bytes\` blob not null, \`created_at\` datetime not null, primary key (\`pack_id\`, \`path\`));`);
    this.addSql(`create index \`pack_image_hash_index\` on \`pack_image\` (\`hash\`);`);

    this.addSql(`create table \`portrait\` (\`campaign_id\` text not null, \`character_id\` text not null, \`hash\` text not null, \`type\` text not null, \`width\` integer not null, \`height\` integer not null, \`bytes\` blob not null, \`created_at\` datetime not null, primary key (\`campaign_id\`, \`character_id\`), constraint \`portrait_campaign_id_foreign\` foreign key (\`campaign_id\`) references \`campaign\` (\`id\`) on delete cascade);`);
    this.addSql(`create index \`portrait_hash_index\` on \`portrait\` (\`hash\`);`);
  }

  override down(): void | Promise<void> {
    this.addSql(`drop table if exists \`pack_image\`;`);
    this.addSql(`drop table if exists \`portrait\`;`);
  }

}
