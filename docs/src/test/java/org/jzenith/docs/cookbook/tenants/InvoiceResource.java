package org.jzenith.docs.cookbook.tenants;

import io.reactivex.Single;
import jakarta.inject.Inject;
import jakarta.ws.rs.GET;
import jakarta.ws.rs.POST;
import jakarta.ws.rs.Path;
import java.util.List;
import org.jzenith.security.authorization.Authenticated;
import org.jzenith.sql.Database;

@Path("/invoices")
@Authenticated
public final class InvoiceResource {

    public record Invoice(long id, int amount) {}

    public record NewInvoice(int amount) {}

    private final Database database;

    @Inject
    InvoiceResource(final Database database) {
        this.database = database;
    }

    // region methods
    @GET
    public Single<List<Invoice>> all() {
        return database.query(
                        "SELECT id, amount FROM invoice ORDER BY id LIMIT 100")
                .as(Invoice.class)
                .list();
    }

    @POST
    public Single<Invoice> add(final NewInvoice invoice) {
        return database.query(
                        """
                        INSERT INTO invoice (amount) VALUES ($1)
                        RETURNING id, amount""",
                        invoice.amount())
                .as(Invoice.class)
                .single();
    }
    // endregion
}
