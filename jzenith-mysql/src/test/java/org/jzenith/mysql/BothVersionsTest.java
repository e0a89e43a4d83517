package org.jzenith.mysql;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.reactivex.Single;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.jzenith.core.version.ExpectedVersion;
import org.jzenith.core.version.MissingVersionException;
import org.jzenith.core.version.StaleVersionException;
import org.jzenith.sql.Database;
import org.jzenith.sql.Queries;

/** Updates of rows with a version on both databases. */
@Tag("full")
final class BothVersionsTest {

    private record Rental(
            int id,
            String title,
            @Nullable String payer,
            @Nullable Boolean signedByAll) {}

    private record Renewal(String title, @Nullable Boolean signedByAll, long version) {}

    @AfterAll
    static void stop() {
        Product.stopAll();
    }

    private static Database leases(final Product product) {
        return product.run(
                "DROP TABLE IF EXISTS lease",
                "CREATE TABLE lease (id int NOT NULL, " + product.either("\"order\"", "`order`")
                        + " int NOT NULL, title varchar(20) NOT NULL, payer varchar(20), signed_by_all boolean,"
                        + " version int NOT NULL DEFAULT 1, PRIMARY KEY (id, " + product.either("\"order\"", "`order`")
                        + "))",
                "INSERT INTO lease (id, " + product.either("\"order\"", "`order`")
                        + ", title, payer) VALUES (1, 1, 'flat', 'Ann'), (1, 2, 'barn', 'Bob')");
    }

    private static Map<String, Integer> key(final int id, final int order) {
        return Map.of("id", id, "order", order);
    }

    private static Rental lease(final Queries queries) {
        return queries.query("SELECT * FROM lease WHERE title <> 'barn'")
                .as(Rental.class)
                .single()
                .blockingGet();
    }

    private static List<Long> versions(final Database database) {
        return database.query("SELECT version FROM lease ORDER BY title")
                .as(Long.class)
                .list()
                .blockingGet();
    }

    @ParameterizedTest
    @EnumSource
    void theExpectedVersionIsChangedOnce(final Product product) {
        final Database database = leases(product);
        final ExpectedVersion first = ExpectedVersion.of(1);
        final Renewal renewal = new Renewal("garage", true, 99);
        assertThat(database.update("lease", key(1, 1), first, renewal).blockingGet())
                .isEqualTo(2);
        assertThat(lease(database)).isEqualTo(new Rental(1, "garage", "Ann", true));
        assertThatThrownBy(() -> database.update("lease", key(1, 1), first, new Renewal("shed", null, 1))
                        .blockingGet())
                .isInstanceOfSatisfying(
                        StaleVersionException.class,
                        e -> assertThat(e.current()).isEqualTo(2));
        assertThat(lease(database).title()).isEqualTo("garage");
        assertThat(versions(database)).containsExactly(1L, 2L);
        assertThat(database.update("lease", key(2, 1), first, renewal).isEmpty().blockingGet())
                .isTrue();
    }

    @ParameterizedTest
    @EnumSource
    void aMapHasTheColumnsThatChangeAndMayBeEmpty(final Product product) {
        final Database database = leases(product);
        final Map<String, @Nullable Object> values = new HashMap<>(Map.of("title", "attic", "ID", 5, "Version", 9));
        values.put("payer", null);
        assertThat(database.update("lease", key(1, 1), ExpectedVersion.of(1), values)
                        .blockingGet())
                .isEqualTo(2);
        assertThat(lease(database)).isEqualTo(new Rental(1, "attic", null, null));
        assertThat(database.update("lease", key(1, 1), ExpectedVersion.of(2), Map.of())
                        .blockingGet())
                .isEqualTo(3);
        assertThat(versions(database)).containsExactly(3L, 1L);
    }

    @ParameterizedTest
    @EnumSource
    void anyVersionOrOneOfSeveralIsChanged(final Product product) {
        final Database database = leases(product);
        final Map<String, String> values = Map.of("title", "attic");
        assertThat(database.update("lease", key(1, 1), ExpectedVersion.any(), values)
                        .blockingGet())
                .isEqualTo(2);
        assertThat(database.update("lease", key(1, 1), ExpectedVersion.of(2, 7), values)
                        .blockingGet())
                .isEqualTo(3);
        for (final ExpectedVersion other :
                List.of(ExpectedVersion.of(2, 7), ExpectedVersion.of(), ExpectedVersion.of(Long.MAX_VALUE))) {
            assertThatThrownBy(() ->
                            database.update("lease", key(1, 1), other, values).blockingGet())
                    .isInstanceOf(StaleVersionException.class);
        }
        assertThat(database.update("lease", key(2, 1), ExpectedVersion.any(), values)
                        .isEmpty()
                        .blockingGet())
                .isTrue();
        assertThatThrownBy(() -> database.update("lease", key(1, 1), ExpectedVersion.missing(), values)
                        .blockingGet())
                .isInstanceOf(MissingVersionException.class);
        assertThat(versions(database)).containsExactly(3L, 1L);
    }

    @ParameterizedTest
    @EnumSource
    void oneOfManySimultaneousChangesSucceeds(final Product product) {
        final Database database = leases(product);
        final List<Integer> changed = Single.zip(
                        IntStream.range(0, 8)
                                .mapToObj(n -> database.update(
                                                "lease", key(1, 1), ExpectedVersion.of(1), Map.of("title", "t" + n))
                                        .map(version -> 1)
                                        .onErrorReturn(e -> {
                                            assertThat(e).isInstanceOf(StaleVersionException.class);
                                            return 0;
                                        })
                                        .toSingle())
                                .toList(),
                        all -> Arrays.stream(all).map(Integer.class::cast).toList())
                .blockingGet();
        assertThat(changed.stream().mapToInt(Integer::intValue).sum()).isEqualTo(1);
        final Long last = Single.merge(IntStream.range(0, 8)
                        .mapToObj(n -> database.update(
                                        "lease", key(1, 1), ExpectedVersion.any(), Map.of("title", "t" + n))
                                .toSingle())
                        .toList())
                .reduce(0L, Math::max)
                .blockingGet();
        assertThat(last).isEqualTo(10);
    }

    @ParameterizedTest
    @EnumSource
    void aTransactionThatHasRaisedTheVersionCanFail(final Product product) {
        final Database database = leases(product);
        assertThatThrownBy(() -> database.withTransactionMaybe(tx -> tx.update(
                                        "lease", key(1, 1), ExpectedVersion.of(1), Map.of())
                                .flatMap(version -> tx.update(
                                        "lease", key(1, 2), ExpectedVersion.of(version), Map.of("title", "t"))))
                        .blockingGet())
                .isInstanceOf(StaleVersionException.class);
        assertThat(versions(database)).containsExactly(1L, 1L);
    }

    @ParameterizedTest
    @EnumSource
    void aRowThatIsGoneIsEmptyAlsoForATransactionThatHasReadIt(final Product product) {
        final Database database = leases(product);
        final Boolean isEmpty = database.withTransaction(tx -> tx.query(
                                "SELECT version FROM lease WHERE title = 'flat'")
                        .as(Long.class)
                        .single()
                        .flatMap(read -> database.query("DELETE FROM lease WHERE title = 'flat'")
                                .execute()
                                .andThen(tx.update("lease", key(1, 1), ExpectedVersion.of(7), Map.of("title", "t"))
                                        .isEmpty())))
                .blockingGet();
        assertThat(isEmpty).isTrue();
    }

    @ParameterizedTest
    @EnumSource
    void anUpdateWithoutKeyOrColumnsIsRefused(final Product product) {
        final Database database = leases(product);
        assertThatThrownBy(() -> database.update("lease", Map.of(), ExpectedVersion.any(), Map.of())
                        .blockingGet())
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessage("The update of lease has no key. Name the columns that identify the row, such as"
                        + " Map.of(\"id\", id).");
        assertThatThrownBy(() -> database.update("lease", key(1, 1), ExpectedVersion.of(1), "title")
                        .blockingGet())
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessage("The values of the update of lease have the class java.lang.String. Pass a record or a map "
                        + "from columns to values.");
        assertThatThrownBy(() -> database.update("lease", key(1, 1), ExpectedVersion.of(1), Map.of("owner\" = 1 --", 1))
                        .blockingGet())
                .hasMessageContaining("owner");
        assertThat(versions(database)).containsExactly(1L, 1L);
    }
}
