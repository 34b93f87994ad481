-- Removes from Inngest's database what ended more than 7 days ago: Inngest 1.43.0 itself removes nothing. Runs that have
-- not ended, whose state is in Redis, keep their rows however old they are. docs/inngest.md says how to run it every night.
-- Each table is read once, so the first time takes minutes where months have accumulated; no request waits for it.

-- The tables in which runs have a text id. Rows of runs that are not in trace_runs are removed by their age alone.
delete from spans
where start_time < now() - interval '7 days'
  and run_id not in (select run_id from trace_runs where status in (100, 200));
delete from traces
where timestamp < now() - interval '7 days'
  and (run_id is null or run_id not in (select run_id from trace_runs where status in (100, 200)));
delete from event_batches
where executed_at < now() - interval '7 days'
  and run_id not in (select run_id from trace_runs where status in (100, 200));
-- 100 is scheduled, 200 running; these have ended. The time is in milliseconds, and has no meaning before.
delete from trace_runs
where status in (50, 300, 400, 500, 600)
  and ended_at < extract(epoch from now() - interval '7 days') * 1000;

-- The same runs with a binary id. function_finishes has a row only for a run that has ended.
delete from history
using function_finishes as finished
where finished.run_id = history.run_id
  and finished.created_at < now() - interval '7 days';
delete from function_runs
using function_finishes as finished
where finished.run_id = function_runs.run_id
  and finished.created_at < now() - interval '7 days';
delete from function_finishes
where created_at < now() - interval '7 days';

-- An event may have started several runs, or none.
delete from events
where received_at < now() - interval '7 days'
  and not exists (
    select 1
    from function_runs
    left join function_finishes as finished on finished.run_id = function_runs.run_id
    where function_runs.event_id = events.internal_id and finished.run_id is null
  );
