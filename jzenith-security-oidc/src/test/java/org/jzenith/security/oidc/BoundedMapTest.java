package org.jzenith.security.oidc;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class BoundedMapTest {

    @Test
    void millionEntriesLeaveTheNewestAndThoseInUse() {
        final BoundedMap<Integer, String> map = new BoundedMap<>(1000);
        map.put(-1, "in use");
        for (int i = 0; i < 1_000_000; i++) {
            map.put(i, "entry");
            if (i % 100 == 0) {
                assertThat(map.get(-1)).isEqualTo("in use");
            }
        }

        assertThat(map.size()).isLessThanOrEqualTo(1002);
        assertThat(map.get(999_999)).isEqualTo("entry");
        assertThat(map.get(0)).isNull();
    }
}
