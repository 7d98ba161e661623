-- Once, on the primary: sed -f values.sed create-database.sql | sudo -u postgres psql
create role cinema login password '@CINEMA_PASSWORD@';
create database cinema owner cinema;
