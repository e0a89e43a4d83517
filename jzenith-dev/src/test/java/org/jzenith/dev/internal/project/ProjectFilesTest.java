package org.jzenith.dev.internal.project;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.attribute.FileTime;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Effects of editors, links and other programs on the files of a project. */
final class ProjectFilesTest {

    @TempDir
    Path directory;

    private Path write(final String name, final String text) throws IOException {
        final Path file = directory.resolve(name);
        Files.createDirectories(file.getParent());
        return Files.writeString(file, text);
    }

    private ProjectFiles files() {
        return new ProjectFiles(new Project(
                "shop.Shop",
                List.of(),
                directory,
                List.of(directory.resolve("src/main/java")),
                List.of(new Project.ResourceFolder(
                        directory.resolve("src/main/resources"), directory.resolve("target/classes"))),
                directory.resolve("target/classes"),
                directory.resolve("generated"),
                List.of(),
                List.of(),
                StandardCharsets.UTF_8,
                true));
    }

    @Test
    void aLinkedSourceFolderIsWatched() throws IOException {
        final Path real =
                write("real/shop/Shop.java", "class Shop {}").getParent().getParent();
        Files.createDirectories(directory.resolve("src/main"));
        Files.createSymbolicLink(directory.resolve("src/main/java"), real);
        final ProjectFiles files = files();
        final Path source = directory.resolve("src/main/java/shop/Shop.java");
        assertThat(files.sources()).containsExactly(source);
        write("real/shop/Shop.java", "class Shop { int changed; }");
        assertThat(files.scan()).isEqualTo(new ProjectFiles.Changes(Set.of(source), Set.of()));
    }

    @Test
    void aLinkedFileIsWatchedAndALinkToNothingOrToAFolderAboveIsNot() throws IOException {
        write("real/Price.java", "class Price {}");
        final Path shop = Files.createDirectories(directory.resolve("src/main/java/shop"));
        final Path source = Files.createSymbolicLink(shop.resolve("Price.java"), directory.resolve("real/Price.java"));
        Files.createSymbolicLink(shop.resolve("Nothing.java"), directory.resolve("real/Nothing.java"));
        Files.createSymbolicLink(shop.resolve("above"), directory.resolve("src"));
        final ProjectFiles files = files();
        assertThat(files.sources()).containsExactly(source);
        write("real/Price.java", "class Price { int changed; }");
        assertThat(files.scan()).isEqualTo(new ProjectFiles.Changes(Set.of(source), Set.of()));
    }

    @Test
    void whatEditorsWriteBesideAFileIsNoChange() throws IOException {
        write("src/main/java/shop/Shop.java", "class Shop {}");
        write("src/main/resources/shop.txt", "shop");
        final ProjectFiles files = files();
        for (final String name :
                List.of(".shop.txt.swp", "shop.txt~", "4913", "#shop.txt#", "shop.txt.tmp", "shop.txt___jb_tmp___")) {
            write("src/main/resources/" + name, "x");
            write("src/main/java/shop/" + name, "x");
            assertThat(files.scan().isEmpty()).as(name).isTrue();
        }
    }

    @Test
    void aLogIsNoResource() throws IOException {
        final Path log = write("src/main/resources/logs/shop.log", "started");
        final ProjectFiles files = files();
        assertThat(files.resources()).isEmpty();
        Files.writeString(log, "started and stopped");
        assertThat(files.scan().isEmpty()).isTrue();
    }

    @Test
    void aSaveByRenameCountsAlsoWithTheSameTimeAndSize() throws IOException {
        final Path source = write("src/main/java/shop/Shop.java", "class A {}");
        final FileTime time = Files.getLastModifiedTime(source);
        final ProjectFiles files = files();
        final Path other = Files.writeString(directory.resolve("other"), "class B {}");
        Files.setLastModifiedTime(other, time);
        Files.move(other, source, StandardCopyOption.ATOMIC_MOVE, StandardCopyOption.REPLACE_EXISTING);
        assertThat(files.scan()).isEqualTo(new ProjectFiles.Changes(Set.of(source), Set.of()));
    }

    @Test
    void aNewFolderCountsByItsFilesAndARenameIsADeletionAndANewFile() throws IOException {
        final Path before = write("src/main/java/shop/Shop.java", "class Shop {}");
        final ProjectFiles files = files();
        Files.createDirectories(directory.resolve("src/main/java/empty"));
        assertThat(files.scan().isEmpty()).isTrue();
        final Path after = directory.resolve("src/main/java/store/Store.java");
        Files.createDirectories(after.getParent());
        Files.move(before, after);
        assertThat(files.scan()).isEqualTo(new ProjectFiles.Changes(Set.of(after), Set.of(before)));
    }
}
