package ${package}.order;

/** The state of an order. */
public enum OrderStatus {
    OPEN,
    PAID,
    SHIPPED
}
