-- Where the service that started last is reached, for commands that run beside it in another environment.
create table service_places (
  is_only_row boolean primary key default true,
  api_origin text not null,
  board_origin text not null,
  started_at timestamptz not null,
  constraint service_places_has_one_row check (is_only_row)
);
