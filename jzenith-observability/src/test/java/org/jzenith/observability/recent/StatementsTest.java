package org.jzenith.observability.recent;

import static org.assertj.core.api.Assertions.assertThat;

import io.vertx.core.json.JsonArray;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.jzenith.core.observe.Attribute;
import org.jzenith.core.observe.Operation;
import org.jzenith.core.observe.WorkEvent;
import org.jzenith.observability.TestStatement;

final class StatementsTest {

    @Test
    void valuesInTheTextsOfStatementsAreNotShownAndDoNotCountAsTextsOfTheirOwn() {
        final Statements statements = new Statements(new Pools());
        for (int i = 0; i < 1_000; i++) {
            final String sql = "SELECT name FROM users WHERE email = 'ann" + i + "@example.com' AND pin = " + i;
            final Operation statement = new TestStatement(sql, "SELECT users", null);
            statements.happened(new WorkEvent.Ended(
                    statement,
                    WorkEvent.Status.COMPLETED,
                    Duration.ofMillis(1),
                    null,
                    List.of(new Attribute("db.response.returned_rows", 1L))));
        }
        final JsonArray byTime = statements.json().getJsonArray("byTime");
        assertThat(byTime).hasSize(1);
        assertThat(byTime.getJsonObject(0).getString("sql"))
                .isEqualTo("SELECT name FROM users WHERE email = **** AND pin = ****");
        assertThat(byTime.getJsonObject(0).getJsonObject("hour").getInteger("calls"))
                .isEqualTo(1_000);
    }
}
