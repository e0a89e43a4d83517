package ${package}.order;

import ${package}.${className}Settings;
import io.reactivex.Single;
import jakarta.inject.Inject;
import jakarta.inject.Singleton;
import java.util.List;
import java.util.UUID;

/** The logic of the orders. */
@Singleton
final class OrderService {

    private final OrderTable table;
    private final ${className}Settings settings;

    @Inject
    OrderService(final OrderTable table, final ${className}Settings settings) {
        this.table = table;
        this.settings = settings;
    }

    Single<Order> create(final OrderData data) {
        final Order order = new Order(UUID.randomUUID(), data.customer(), data.amount(), OrderStatus.OPEN);
        return table.insert(order).toSingleDefault(order);
    }

    Single<List<Order>> newest() {
        return table.selectNewest(settings.pageSize());
    }

    Single<Order> get(final UUID id) {
        return table.select(id);
    }
}
