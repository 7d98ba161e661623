-- Imported orders had a country's name, where booked ones have its code: one country must not count twice.
UPDATE orders SET order_country = 'IN' WHERE order_country = 'India';--> statement-breakpoint
-- Tickets that were sold before the server filled the country, where the buyer named a State or a country.
UPDATE orders SET order_country = coalesce(buyer_country, 'IN')
WHERE order_country IS NULL AND (buyer_country IS NOT NULL OR buyer_state IS NOT NULL);
