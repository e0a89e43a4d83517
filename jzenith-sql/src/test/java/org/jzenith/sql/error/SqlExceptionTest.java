package org.jzenith.sql.error;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class SqlExceptionTest {

    @Test
    void aHintKeepsTheOtherDetails() {
        final SqlException.Details hinted =
                new SqlException.Details("lock wait timeout", "HY000", 1205, "account_pk", null).withHint("look there");
        assertThat(hinted)
                .isEqualTo(
                        new SqlException.Details("lock wait timeout; look there", "HY000", 1205, "account_pk", null));
    }
}
