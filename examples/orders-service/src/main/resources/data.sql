-- A thousand orders of a hundred customers, for GetOrder and ListOrders.
INSERT INTO orders (customer, product, quantity, placed_at)
SELECT 'customer-' || MOD(x, 100), 'product-' || MOD(x, 7), 1 + MOD(x, 3), TIMESTAMP WITH TIME ZONE '2026-01-01 00:00:00+00'
FROM SYSTEM_RANGE(1, 1000);
