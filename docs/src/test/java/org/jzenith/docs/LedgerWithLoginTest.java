package org.jzenith.docs;

import static org.assertj.core.api.Assertions.assertThat;

import java.net.http.HttpResponse;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.jzenith.test.JZenithExtension;
import org.jzenith.test.identity.TestBrowser;

/** The application of docs/development-login.md, which needs no settings. */
final class LedgerWithLoginTest {

    @RegisterExtension
    static final JZenithExtension APP = JZenithExtension.of(LedgerWithLogin::application);

    @Test
    void adminsReadTheLedger() {
        APP.http().as("ann", "admin").get("/ledger").expectStatus(200);
        APP.http().as("bob").get("/ledger").expectStatus(403);
        APP.http().get("/ledger").expectStatus(401);
    }

    @Test
    void browsersGetThePageWithTheUsers() {
        final HttpResponse<String> page = TestBrowser.at(APP.http().uri()).open("/ledger");
        assertThat(page.body()).contains(">ann<small>admin</small></a>", ">bob</a>");
    }
}
