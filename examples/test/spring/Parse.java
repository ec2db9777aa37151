import com.sun.source.util.JavacTask;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import javax.tools.DiagnosticCollector;
import javax.tools.JavaFileObject;
import javax.tools.StandardJavaFileManager;
import javax.tools.ToolProvider;

/** Parses the files that it is given, without the packages that they import, and fails with what is wrong. */
public final class Parse {
    public static void main(String[] files) throws Exception {
        var compiler = ToolProvider.getSystemJavaCompiler();
        var found = new DiagnosticCollector<JavaFileObject>();
        try (StandardJavaFileManager manager = compiler.getStandardFileManager(found, null, null)) {
            List<Path> paths = Arrays.stream(files).map(Path::of).toList();
            ((JavacTask) compiler.getTask(null, manager, found, null, null, manager.getJavaFileObjectsFromPaths(paths))).parse();
        }
        found.getDiagnostics().forEach(System.err::println);
        System.exit(found.getDiagnostics().isEmpty() ? 0 : 1);
    }
}
