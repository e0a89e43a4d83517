package org.jzenith.docs.cookbook.tenants;

import io.reactivex.Single;
import jakarta.inject.Inject;
import jakarta.ws.rs.GET;
import jakarta.ws.rs.POST;
import jakarta.ws.rs.Path;
import java.util.List;
import org.jzenith.security.authorization.Authenticated;
import org.jzenith.sql.SqlClient;

@Path("/invoices")
@Authenticated
public final class InvoiceResource {

    public record Invoice(long id, int amount) {}

    public record NewInvoice(int amount) {}

    private final SqlClient database;

    @Inject
    InvoiceResource(final SqlClient database) {
        this.database = database;
    }

    // region methods
    @GET
    public Single<List<Invoice>> all() {
        return database.query("SELECT id, amount FROM invoice ORDER BY id LIMIT 100")
                .map(row -> new Invoice(row.getLong("id"), row.getInteger("amount")))
                .list();
    }

    @POST
    public Single<Invoice> add(final NewInvoice invoice) {
        return database.query("INSERT INTO invoice (amount) VALUES ($1) RETURNING id", invoice.amount())
                .map(row -> new Invoice(row.getLong("id"), invoice.amount()))
                .single();
    }
    // endregion
}
