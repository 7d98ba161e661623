ALTER TABLE "orders" DROP CONSTRAINT "orders_status";--> statement-breakpoint
ALTER TABLE "movies" DROP CONSTRAINT "movies_active";--> statement-breakpoint
ALTER TABLE "submission_fees" DROP CONSTRAINT "submission_fees_status";--> statement-breakpoint
ALTER TABLE "social_accounts" ADD CONSTRAINT "social_accounts_provider_values" CHECK ("social_accounts"."provider" in ('google', 'facebook'));--> statement-breakpoint
ALTER TABLE "audit_log" ADD CONSTRAINT "audit_log_outcome_values" CHECK ("audit_log"."outcome" in ('begun', 'done', 'partly', 'refused'));--> statement-breakpoint
ALTER TABLE "coupons" ADD CONSTRAINT "coupons_coupon_type_values" CHECK ("coupons"."coupon_type" in ('PERCENTAGE', 'FIXED'));--> statement-breakpoint
ALTER TABLE "coupons" ADD CONSTRAINT "coupons_active_values" CHECK ("coupons"."active" in ('Y', 'N'));--> statement-breakpoint
ALTER TABLE "orders" ADD CONSTRAINT "orders_discount_type_values" CHECK ("orders"."discount_type" in ('PERCENTAGE', 'FIXED'));--> statement-breakpoint
ALTER TABLE "orders" ADD CONSTRAINT "orders_payment_status_values" CHECK ("orders"."payment_status" in ('NEW', 'PROCESSING', 'PAID', 'CANCELLED', 'REFUNDED'));--> statement-breakpoint
ALTER TABLE "ticket_mails" ADD CONSTRAINT "ticket_mails_kind_values" CHECK ("ticket_mails"."kind" in ('ticket', 'gift', 'rescheduled', 'extended', 'refunded', 'gift_ended', 'held', 'reminder_60', 'reminder_10'));--> statement-breakpoint
ALTER TABLE "collections" ADD CONSTRAINT "collections_active_values" CHECK ("collections"."active" in ('Y', 'N'));--> statement-breakpoint
ALTER TABLE "movie_genres" ADD CONSTRAINT "movie_genres_active_values" CHECK ("movie_genres"."active" in ('Y', 'N'));--> statement-breakpoint
ALTER TABLE "movies" ADD CONSTRAINT "movies_active_values" CHECK ("movies"."active" in ('Y', 'N'));--> statement-breakpoint
ALTER TABLE "movies" ADD CONSTRAINT "movies_movie_type_values" CHECK ("movies"."movie_type" in ('MOVIES', 'SERIES', 'SHORTS', 'Trailer'));--> statement-breakpoint
ALTER TABLE "import_runs" ADD CONSTRAINT "import_runs_state_values" CHECK ("import_runs"."state" in ('running', 'done', 'stopped', 'undone'));--> statement-breakpoint
ALTER TABLE "invoices" ADD CONSTRAINT "invoices_kind_values" CHECK ("invoices"."kind" in ('invoice', 'credit-note', 'confirmation'));--> statement-breakpoint
ALTER TABLE "office_jobs" ADD CONSTRAINT "office_jobs_state_values" CHECK ("office_jobs"."state" in ('running', 'done', 'partly', 'failed', 'cancelled'));--> statement-breakpoint
ALTER TABLE "disputes" ADD CONSTRAINT "disputes_state_values" CHECK ("disputes"."state" in ('open', 'under_review', 'won', 'lost', 'closed'));--> statement-breakpoint
ALTER TABLE "held_payments" ADD CONSTRAINT "held_payments_cause_values" CHECK ("held_payments"."cause" in ('other_sum', 'price_changed', 'discount_used_up', 'other_order', 'unknown'));--> statement-breakpoint
ALTER TABLE "part_refunds" ADD CONSTRAINT "part_refunds_cause_values" CHECK ("part_refunds"."cause" in ('refund', 'dispute'));--> statement-breakpoint
ALTER TABLE "payment_attempts" ADD CONSTRAINT "payment_attempts_state_values" CHECK ("payment_attempts"."state" in ('open', 'paid', 'held', 'closed'));--> statement-breakpoint
ALTER TABLE "payment_events" ADD CONSTRAINT "payment_events_source_values" CHECK ("payment_events"."source" in ('browser', 'webhook'));--> statement-breakpoint
ALTER TABLE "payment_events" ADD CONSTRAINT "payment_events_outcome_values" CHECK ("payment_events"."outcome" in ('paid', 'no_decision', 'processing', 'failed', 'refunded', 'disputed', 'returning', 'held', 'unknown_order', 'known'));--> statement-breakpoint
ALTER TABLE "refunds" ADD CONSTRAINT "refunds_cause_values" CHECK ("refunds"."cause" in ('refund', 'dispute'));--> statement-breakpoint
ALTER TABLE "refunds" ADD CONSTRAINT "refunds_state_values" CHECK ("refunds"."state" in ('asked', 'pending', 'done', 'failed'));--> statement-breakpoint
ALTER TABLE "reviews" ADD CONSTRAINT "reviews_active_values" CHECK ("reviews"."active" in ('Y', 'N'));--> statement-breakpoint
ALTER TABLE "server_processes" ADD CONSTRAINT "server_processes_role_values" CHECK ("server_processes"."role" in ('all', 'auth', 'streaming', 'worker'));--> statement-breakpoint
ALTER TABLE "fee_mails" ADD CONSTRAINT "fee_mails_kind_values" CHECK ("fee_mails"."kind" in ('held'));--> statement-breakpoint
ALTER TABLE "submission_fees" ADD CONSTRAINT "submission_fees_payment_status_values" CHECK ("submission_fees"."payment_status" in ('NEW', 'PROCESSING', 'PAID', 'CANCELLED', 'REFUNDED'));--> statement-breakpoint
ALTER TABLE "submission_steps" ADD CONSTRAINT "submission_steps_stage_values" CHECK ("submission_steps"."stage" in ('received', 'in_review', 'accepted', 'declined', 'scheduled', 'streaming'));