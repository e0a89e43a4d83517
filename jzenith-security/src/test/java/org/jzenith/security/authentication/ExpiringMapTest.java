package org.jzenith.security.authentication;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

/** A bounded map whose entries expire. */
final class ExpiringMapTest {

    @Test
    void anEntryIsNotFoundAfterItsTime() {
        final ExpiringMap<String, Integer> map = new ExpiringMap<>(10, 100);
        map.put("a", 1, 0);
        assertThat(map.get("a", 99)).isEqualTo(1);
        assertThat(map.get("a", 100)).isNull();
        map.put("a", 2, 150);
        assertThat(map.get("a", 200)).isEqualTo(2);
    }

    @Test
    void aNewEntryReplacesTheOldestOfAFullMap() {
        final ExpiringMap<Integer, Integer> map = new ExpiringMap<>(100, 1_000_000);
        for (int i = 0; i < 10_000; i++) {
            map.put(i, i, i);
            assertThat(map.size()).isLessThanOrEqualTo(100);
        }
        assertThat(map.get(9_900, 10_000)).isEqualTo(9_900);
        assertThat(map.get(9_899, 10_000)).isNull();
    }

    @Test
    void anEntryThatIsOldEnoughIsRenewed() {
        final ExpiringMap<String, Integer> map = new ExpiringMap<>(10, 100);
        map.renew("a", 1, 10, 0);
        map.renew("a", 2, 10, 9);
        assertThat(map.get("a", 9)).isEqualTo(1);
        map.renew("a", 3, 10, 10);
        assertThat(map.get("a", 109)).isEqualTo(3);
        assertThat(map.get("a", 110)).isNull();
    }

    @Test
    void aNewerEntryOfAKeyStaysWhenTheOlderOneExpires() {
        final ExpiringMap<String, Integer> map = new ExpiringMap<>(10, 100);
        map.put("a", 1, 0);
        map.put("a", 2, 50);
        map.put("b", 3, 120);
        assertThat(map.get("a", 130)).isEqualTo(2);
    }
}
