package org.jzenith.http.file;

import com.google.inject.AbstractModule;
import com.google.inject.Module;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.jzenith.core.Plugin;
import org.jzenith.http.handler.Exchange;
import org.jzenith.http.handler.HttpMount;
import org.jzenith.http.handler.RequestHandler;
import org.jzenith.http.write.ResponseHead;

/** Sends files of a folder, at {@code /files}. The query is the status of the response. */
final class FolderPlugin implements Plugin {

    private final Path folder;
    private final String listener;

    FolderPlugin(final Path folder, final String listener) {
        this.folder = folder;
        this.listener = listener;
    }

    @Override
    public String name() {
        return "folder";
    }

    @Override
    public List<Module> modules() {
        return List.of(new AbstractModule() {
            @Override
            protected void configure() {
                HttpMount.binder(binder())
                        .addBinding()
                        .toInstance(HttpMount.at("/files", name(), FolderPlugin.this::send)
                                .onListenerOf(listener));
            }
        });
    }

    private RequestHandler.Task send(final Exchange exchange) {
        return () -> {
            final String name = exchange.request().relativePath().substring(1);
            final String query = exchange.request()
                    .pathAndQuery()
                    .substring(exchange.request().path().length());
            final int status = query.isEmpty() ? 200 : Integer.parseInt(query.substring(1));
            FileResponse.open(exchange, folder.resolve(name)).whenComplete((content, error) -> {
                if (content != null) {
                    FileResponse.send(exchange, ResponseHead.of(status, Map.of("Greeted", "yes")), content, name);
                } else if (error instanceof NoSuchFileException) {
                    exchange.response().sendProblem(404, null);
                } else {
                    exchange.fail(error);
                }
            });
        };
    }
}
