-- The kind of a split that a launch creates has the name that managers' kinds have everywhere.
UPDATE "launch"."jobs"
SET "treasury" = ("treasury" - 'variant')
  || jsonb_build_object('managerKind', ("treasury" ->> 'variant') || '_split')
WHERE "treasury" ? 'variant';
