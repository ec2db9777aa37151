import { doubleQuoted, indented, JSON_STYLE, literal } from './literal.ts'
import { addressOf, fileOf, type Header, headersOf, jsonOf, type SampleRequest } from './request.ts'

const HTTP = 'java.net.http'
const ANDROID = '// On Android, use the Java kit instead.\n'

/** With what Java itself has: there is no kit for servers, and the one for apps needs Android or a JVM with a window. */
export function java(request: SampleRequest): string {
  const { method, body, operationId, by } = request
  const file = fileOf(body)
  const json = jsonOf(body)
  const headers = headersOf(request)
  const imports = [
    'java.net.URI',
    `${HTTP}.HttpClient`,
    `${HTTP}.HttpRequest`,
    ...(method === 'GET' || (method === 'DELETE' && !body) ? [] : [`${HTTP}.HttpRequest.BodyPublishers`]),
    `${HTTP}.HttpResponse`,
    `${HTTP}.HttpResponse.BodyHandlers`,
    ...(file ? ['java.nio.file.Path'] : []),
    ...(file?.isForm || headers.some(({ isNew }) => isNew) ? ['java.util.UUID'] : []),
  ]
  const calls = [
    ...headers.map(header),
    ...(file?.isForm ? ['.header("Content-Type", "multipart/form-data; boundary=" + boundary)'] : []),
    bodyOf(method, json, file),
    '.build();',
  ]
  return `${by === 'server' ? '' : ANDROID}${imports.map((name) => `import ${name};`).join('\n')}

class ${operationId.charAt(0).toUpperCase()}${operationId.slice(1)} {
  public static void main(String[] words) throws Exception {
${file?.isForm ? formOf(file) : ''}    HttpRequest request = HttpRequest.newBuilder(URI.create(${doubleQuoted(addressOf(request))}))
${calls.map((call) => indented(call, '        ')).join('\n')}
    HttpResponse<String> answer = HttpClient.newHttpClient().send(request, BodyHandlers.ofString());
    System.out.println(answer.statusCode() + " " + answer.body());
  }
}`
}

function formOf({ name, type }: { name: string; type: string }): string {
  return `    String boundary = UUID.randomUUID().toString();
    String head = "--" + boundary + "\\r\\nContent-Disposition: form-data; name=\\"file\\"; filename=\\"${name}\\"\\r\\n"
        + "Content-Type: ${type}\\r\\n\\r\\n";
`
}

function bodyOf(method: string, json: unknown, file: ReturnType<typeof fileOf>): string {
  if (file?.isForm) {
    return `.${method}(BodyPublishers.concat(
    BodyPublishers.ofString(head),
    BodyPublishers.ofFile(Path.of("${file.name}")),
    BodyPublishers.ofString("\\r\\n--" + boundary + "--\\r\\n")))`
  }
  if (file) return publishing(method, `BodyPublishers.ofFile(Path.of("${file.name}"))`)
  if (json !== undefined) {
    const text = literal(json, JSON_STYLE).replaceAll('\\', '\\\\')
    return publishing(method, `BodyPublishers.ofString("""\n${indented(text, '    ')}""")`)
  }
  return method === 'GET' || method === 'DELETE' ? `.${method}()` : publishing(method, 'BodyPublishers.noBody()')
}

function publishing(method: string, publisher: string): string {
  return method === 'POST' || method === 'PUT' ? `.${method}(${publisher})` : `.method("${method}", ${publisher})`
}

function header({ name, text, variable, isNew }: Header): string {
  if (isNew) return `.header("${name}", UUID.randomUUID().toString())`
  const value = variable ? `${text === '' ? '' : `"${text}" + `}System.getenv("${variable}")` : `"${text}"`
  return `.header("${name}", ${value})`
}
