package org.jzenith.docs.cookbook.jdbc;

import io.smallrye.common.annotation.Blocking;
import jakarta.inject.Inject;
import jakarta.ws.rs.POST;
import jakarta.ws.rs.Path;
import jakarta.ws.rs.PathParam;
import java.sql.SQLException;

/** Takes transfers. */
@Path("/transfers/{from}/{to}/{cents}")
public final class TransferResource {

    private final BankAccounts accounts;

    @Inject
    TransferResource(final BankAccounts accounts) {
        this.accounts = accounts;
    }

    // region transfer
    @POST
    @Blocking
    public void transfer(
            @PathParam("from") final String from,
            @PathParam("to") final String to,
            @PathParam("cents") final int cents)
            throws SQLException {
        accounts.transfer(from, to, cents);
    }
    // endregion
}
