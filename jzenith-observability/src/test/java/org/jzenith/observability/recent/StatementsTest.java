package org.jzenith.observability.recent;

import static org.assertj.core.api.Assertions.assertThat;

import io.vertx.core.json.JsonArray;
import java.time.Duration;
import org.junit.jupiter.api.Test;
import org.jzenith.core.observe.StatementEvent;

final class StatementsTest {

    @Test
    void valuesInTheTextsOfStatementsAreNotShownAndDoNotCountAsTextsOfTheirOwn() {
        final Statements statements = new Statements(new Pools());
        for (int i = 0; i < 1_000; i++) {
            final String sql = "SELECT name FROM users WHERE email = 'ann" + i + "@example.com' AND pin = " + i;
            statements.happened(
                    new StatementEvent.Done("postgresql", i, null, 1, null, sql, "SELECT users", Duration.ofMillis(1)));
        }
        final JsonArray byTime = statements.json().getJsonArray("byTime");
        assertThat(byTime).hasSize(1);
        assertThat(byTime.getJsonObject(0).getString("sql"))
                .isEqualTo("SELECT name FROM users WHERE email = **** AND pin = ****");
        assertThat(byTime.getJsonObject(0).getJsonObject("hour").getInteger("calls"))
                .isEqualTo(1_000);
    }
}
