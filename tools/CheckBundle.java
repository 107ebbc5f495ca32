import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.jar.JarFile;
import java.util.jar.Manifest;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import javax.xml.parsers.DocumentBuilderFactory;
import org.w3c.dom.Element;
import org.w3c.dom.Node;
import org.w3c.dom.NodeList;
import org.xml.sax.SAXException;

/**
 * Checks a folder in the layout of a Maven repository by the published requirements of Maven Central and by our own, before it
 * is uploaded: a release cannot be taken back. Prints each rule that is broken and ends with status 1. Needs gpg with the public key that signed.
 *
 * <pre>java tools/CheckBundle.java FOLDER</pre>
 */
final class CheckBundle {
    private static final Set<String> REQUIRED_CHECKSUMS = Set.of("md5", "sha1");
    private static final Map<String, String> DIGESTS =
            Map.of("md5", "MD5", "sha1", "SHA-1", "sha256", "SHA-256", "sha512", "SHA-512");
    private static final String BOM = "sluice-bom";

    private final Path bundle;
    private final List<String> broken = new ArrayList<>();
    /** The artifacts of the bundle, without the BOM, and those that the BOM lists. */
    private final Set<String> artifacts = new TreeSet<>();

    private final Set<String> listed = new TreeSet<>();
    private final Set<String> groupsAndVersions = new TreeSet<>();

    private CheckBundle(Path bundle) {
        this.bundle = bundle;
    }

    public static void main(String[] arguments) throws Exception {
        if (arguments.length != 1 || !Files.isDirectory(Path.of(arguments[0]))) {
            System.err.println("The argument must be a folder with the bundle");
            System.exit(2);
        }
        CheckBundle check = new CheckBundle(Path.of(arguments[0]));
        int components = check.all();
        check.broken.forEach(System.err::println);
        System.out.printf("%d artifacts, %d broken rules%n", components, check.broken.size());
        System.exit(check.broken.isEmpty() ? 0 : 1);
    }

    private int all() throws Exception {
        Map<Path, Set<String>> folders = new TreeMap<>();
        try (Stream<Path> files = Files.walk(bundle)) {
            files.filter(Files::isRegularFile).forEach(file -> folders.computeIfAbsent(
                            file.getParent(), folder -> new TreeSet<>())
                    .add(file.getFileName().toString()));
        }
        for (Map.Entry<Path, Set<String>> each : folders.entrySet()) {
            component(each.getKey(), each.getValue());
        }
        rule(!folders.isEmpty(), bundle, "has no files");
        rule(artifacts.equals(listed), bundle, BOM + " lists " + listed + ", but the bundle has " + artifacts);
        rule(groupsAndVersions.size() <= 1, bundle, "has several groups or versions: " + groupsAndVersions);
        return folders.size();
    }

    private void rule(boolean kept, Path where, String otherwise) {
        if (!kept) {
            broken.add((where.equals(bundle) ? "the bundle" : bundle.relativize(where)) + ": " + otherwise);
        }
    }

    /** Checks one folder with files, which is one version of one artifact. */
    private void component(Path folder, Set<String> files) throws Exception {
        String name = folder.getParent().getFileName() + "-" + folder.getFileName();
        if (!files.contains(name + ".pom")) {
            rule(false, folder, name + ".pom is missing");
            return;
        }
        Element pom = parse(folder.resolve(name + ".pom"));
        if (pom == null) {
            return;
        }
        coordinates(folder, name, pom);
        metadata(folder.resolve(name + ".pom"), pom);
        dependencies(folder.resolve(name + ".pom"), pom);
        boolean jar = !text(pom, "packaging").equals("pom");
        Set<String> expected = new TreeSet<>(Set.of(name + ".pom", name + "-cyclonedx.xml", name + "-cyclonedx.json"));
        if (jar) {
            expected.addAll(Set.of(name + ".jar", name + "-sources.jar", name + "-javadoc.jar"));
            artifacts.add(text(pom, "artifactId"));
        }
        // The plug-in for Kafka Connect, and the jar for Spark, with all that they need.
        for (String whole : List.of(name + "-plugin.zip", name + "-bundle.jar")) {
            if (files.contains(whole)) {
                expected.add(whole);
            }
        }
        for (String file : expected) {
            rule(files.contains(file), folder, file + " is missing");
        }
        for (String file : files) {
            file(folder, files, expected, file);
        }
        if (jar && files.containsAll(expected)) {
            jars(folder, name);
        }
        if (files.containsAll(expected)) {
            materials(folder, name);
        }
    }

    private void coordinates(Path folder, String name, Element pom) {
        Path version = folder.getFileName();
        rule(!version.toString().endsWith("-SNAPSHOT"), folder, "a SNAPSHOT cannot be released");
        String path = text(pom, "groupId").replace('.', '/') + "/" + text(pom, "artifactId") + "/" + text(pom, "version");
        rule(folder.equals(bundle.resolve(path)), folder.resolve(name + ".pom"), "belongs into " + path);
        groupsAndVersions.add(text(pom, "groupId") + ":" + text(pom, "version"));
    }

    private void metadata(Path file, Element pom) throws IOException {
        for (String element : List.of("name", "description", "url")) {
            rule(!text(pom, element).isBlank(), file, "has no " + element);
        }
        for (String element : List.of("connection", "developerConnection", "url")) {
            rule(!text(child(pom, "scm"), element).isBlank(), file, "has no scm " + element);
        }
        required(file, child(pom, "licenses"), "license", List.of("name", "url"));
        required(file, child(pom, "developers"), "developer", List.of("name", "email", "organization", "organizationUrl"));
        for (String element : List.of("repositories", "pluginRepositories")) {
            rule(child(pom, element) == null, file, "has " + element + ", which would be asked by everybody's build");
        }
        rule(child(pom, "parent") == null, file, "has a parent, which is not published");
        String all = Files.readString(file);
        // The only ones that have one meaning everywhere.
        String others = all.replace("${project.groupId}", "").replace("${project.version}", "");
        rule(!others.contains("${"), file, "has a ${property}, which may mean something else in another build");
        rule(!all.contains(".example"), file, "has a placeholder (.example): set it by tools/coordinates");
    }

    private void required(Path file, Element list, String element, List<String> parts) {
        List<Element> entries = children(list, element);
        rule(!entries.isEmpty(), file, "has no " + element);
        for (Element entry : entries) {
            for (String part : parts) {
                rule(!text(entry, part).isBlank(), file, "has a " + element + " without " + part);
            }
        }
    }

    private void dependencies(Path file, Element pom) {
        List<Element> dependencies = new ArrayList<>(children(child(pom, "dependencies"), "dependency"));
        List<Element> managed = children(child(child(pom, "dependencyManagement"), "dependencies"), "dependency");
        if (text(pom, "artifactId").equals(BOM)) {
            managed.forEach(each -> listed.add(text(each, "artifactId")));
            dependencies.addAll(managed);
        }
        for (Element each : dependencies) {
            String dependency = text(each, "groupId") + ":" + text(each, "artifactId");
            String version = text(each, "version");
            rule(!version.isBlank(), file, "depends on " + dependency + " without a version");
            rule(!version.endsWith("-SNAPSHOT"), file, "depends on a SNAPSHOT, " + dependency);
            rule(!version.matches("[\\[(].*|LATEST|RELEASE"), file, "depends on a range of versions, " + dependency);
            rule(!text(each, "scope").equals("system"), file, "depends on a file, " + dependency);
            rule(!text(each, "scope").equals("test"), file, "lists a dependency for tests, " + dependency);
        }
    }

    /** Checks one file: it is expected, it or what it belongs to is signed, and its checksums are right. */
    private void file(Path folder, Set<String> files, Set<String> expected, String file) throws Exception {
        String extension = file.substring(file.lastIndexOf('.') + 1);
        Path path = folder.resolve(file);
        if (DIGESTS.containsKey(extension)) {
            String of = file.substring(0, file.lastIndexOf('.'));
            rule(files.contains(of), path, "is the checksum of nothing");
            if (files.contains(of)) {
                String found = Files.readString(path, UTF_8).strip();
                rule(found.equalsIgnoreCase(digest(folder.resolve(of), DIGESTS.get(extension))), path, "is not the checksum of the file");
            }
        } else if (extension.equals("asc")) {
            String of = file.substring(0, file.lastIndexOf('.'));
            rule(files.contains(of), path, "is the signature of nothing");
            rule(!files.contains(of) || verifies(path, folder.resolve(of)), path, "does not verify, or gpg lacks its public key");
        } else {
            rule(expected.contains(file), path, "does not belong into a release");
            rule(files.contains(file + ".asc"), path, "has no signature");
            for (String checksum : new TreeSet<>(REQUIRED_CHECKSUMS)) {
                rule(files.contains(file + "." + checksum), path, "has no " + checksum + " checksum");
            }
        }
    }

    private void jars(Path folder, String name) throws IOException {
        Path main = folder.resolve(name + ".jar");
        try (JarFile jar = new JarFile(main.toFile())) {
            Manifest manifest = jar.getManifest();
            String module = manifest == null ? null : manifest.getMainAttributes().getValue("Automatic-Module-Name");
            boolean named = module != null && module.matches("[a-z][a-z0-9]*(\\.[a-z][a-z0-9]*)+") && !module.endsWith(".unpublished");
            rule(named, main, "has no name for the module path: set module.name in its pom.xml");
            rule(jar.getEntry("META-INF/LICENSE") != null, main, "has no META-INF/LICENSE");
            rule(jar.stream().anyMatch(entry -> entry.getName().endsWith(".class")), main, "has no classes");
        }
        holds(folder.resolve(name + "-sources.jar"), ".*\\.java", "sources");
        holds(folder.resolve(name + "-javadoc.jar"), "index\\.html", "index.html");
    }

    private void holds(Path jar, String pattern, String what) throws IOException {
        try (JarFile opened = new JarFile(jar.toFile())) {
            rule(opened.stream().anyMatch(entry -> entry.getName().matches(pattern)), jar, "has no " + what);
        }
    }

    /** Checks that the bills of materials are about this artifact and name its dependencies with their versions. */
    private void materials(Path folder, String name) throws IOException {
        Path xml = folder.resolve(name + "-cyclonedx.xml");
        Element materials = parse(xml);
        if (materials == null) {
            return;
        }
        Element pom = parse(folder.resolve(name + ".pom"));
        String about = text(child(child(materials, "metadata"), "component"), "purl");
        String expected = "pkg:maven/" + text(pom, "groupId") + "/" + text(pom, "artifactId") + "@" + text(pom, "version");
        rule(about.startsWith(expected + "?"), xml, "is about " + about + ", not " + expected);
        List<String> components = children(child(materials, "components"), "component").stream()
                .map(each -> text(each, "group") + ":" + text(each, "name") + ":" + text(each, "version"))
                .toList();
        for (Element each : children(child(pom, "dependencies"), "dependency")) {
            String dependency = text(each, "groupId") + ":" + text(each, "artifactId") + ":" + text(each, "version");
            boolean comes = !text(each, "scope").equals("provided") && !text(each, "optional").equals("true");
            rule(!comes || components.contains(dependency), xml, "does not list " + dependency);
        }
        Path json = folder.resolve(name + "-cyclonedx.json");
        String text = Files.readString(json);
        boolean same = text.strip().endsWith("}") && text.contains("\"CycloneDX\"") && text.contains(about);
        rule(same, json, "is not the CycloneDX bill of materials of " + about);
    }

    private static boolean verifies(Path signature, Path file) throws IOException, InterruptedException {
        Process gpg = new ProcessBuilder("gpg", "--batch", "--verify", signature.toString(), file.toString())
                .redirectErrorStream(true)
                .start();
        gpg.getInputStream().readAllBytes();
        return gpg.waitFor() == 0;
    }

    private static String digest(Path file, String algorithm) throws Exception {
        return HexFormat.of().formatHex(MessageDigest.getInstance(algorithm).digest(Files.readAllBytes(file)));
    }

    private Element parse(Path file) throws IOException {
        try (InputStream in = Files.newInputStream(file)) {
            DocumentBuilderFactory factory = DocumentBuilderFactory.newInstance();
            factory.setFeature("http://apache.org/xml/features/disallow-doctype-decl", true);
            var builder = factory.newDocumentBuilder();
            builder.setErrorHandler(null);
            return builder.parse(in).getDocumentElement();
        } catch (SAXException | javax.xml.parsers.ParserConfigurationException e) {
            rule(false, file, "is not XML: " + e.getMessage());
            return null;
        }
    }

    private static List<Element> children(Element parent, String name) {
        if (parent == null) {
            return List.of();
        }
        NodeList nodes = parent.getChildNodes();
        return IntStream.range(0, nodes.getLength())
                .mapToObj(nodes::item)
                .filter(node -> node.getNodeType() == Node.ELEMENT_NODE && node.getNodeName().equals(name))
                .map(Element.class::cast)
                .toList();
    }

    private static Element child(Element parent, String name) {
        return children(parent, name).stream().findFirst().orElse(null);
    }

    private static String text(Element parent, String name) {
        Element child = child(parent, name);
        return child == null ? "" : child.getTextContent().strip();
    }
}
