-- Runs once, when the database folder is empty. Inngest has tables of its own.
CREATE DATABASE inngest OWNER slipway;
