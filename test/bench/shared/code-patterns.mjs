// One function in each of several languages, with holes for names and numbers.

export const patterns = {
  python: ({ noun, Noun, verb, n }) => `
class ${Noun}Store:
    """Keeps every ${noun} until it is ${verb}d."""

    def __init__(self, path: Path, limit: int = ${n}) -> None:
        self._path = path
        self._limit = limit
        self._${noun}s: dict[str, ${Noun}] = {}

    def ${verb}(self, key: str, *, force: bool = False) -> Optional[${Noun}]:
        found = self._${noun}s.get(key)
        if found is None or (found.age > self._limit and not force):
            raise KeyError(f"no ${noun} for {key!r}")
        for item in sorted(found.items, key=lambda entry: entry.weight):
            if not item.ready:
                continue
            yield item.value * ${n % 17}
        return found
`,
  go: ({ noun, Noun, verb, Verb, n }) => `
// ${Verb}${Noun} walks the list and stops at the first error.
func (s *${Noun}Service) ${Verb}${Noun}(ctx context.Context, id string) (*${Noun}, error) {
	${noun}, err := s.repo.Find(ctx, id)
	if err != nil {
		return nil, fmt.Errorf("${verb} ${noun} %q: %w", id, err)
	}
	for i, item := range ${noun}.Items {
		if item.Weight > ${n} {
			s.log.Printf("skipping %d of %d", i, len(${noun}.Items))
			continue
		}
		select {
		case <-ctx.Done():
			return nil, ctx.Err()
		case s.out <- item:
		}
	}
	return ${noun}, nil
}
`,
  rust: ({ noun, Noun, verb, n }) => `
impl ${Noun}Reader {
    /// Reads until the ${noun} is complete or the limit is reached.
    pub fn ${verb}_${noun}(&mut self, limit: usize) -> Result<Vec<${Noun}>, ReadError> {
        let mut found = Vec::with_capacity(limit.min(${n}));
        while let Some(line) = self.lines.next() {
            let line = line.map_err(ReadError::Io)?;
            match line.trim().split_once('=') {
                Some((key, value)) if !key.is_empty() => found.push(${Noun} { key: key.to_owned(), value: value.parse()? }),
                Some(_) => return Err(ReadError::Empty(self.line_number)),
                None => continue,
            }
            self.line_number += 1;
        }
        Ok(found)
    }
}
`,
  java: ({ noun, Noun, verb, Verb, n }) => `
public final class ${Noun}${Verb}Handler implements Handler<${Noun}> {
    private static final int LIMIT = ${n};
    private final Map<String, ${Noun}> ${noun}s = new ConcurrentHashMap<>();

    @Override
    public Optional<${Noun}> ${verb}(final String key, final Duration timeout) throws IOException {
        final ${Noun} ${noun} = ${noun}s.computeIfAbsent(key, k -> new ${Noun}(k, LIMIT));
        if (${noun}.isExpired(timeout)) {
            throw new IllegalStateException("The ${noun} " + key + " is too old");
        }
        return ${noun}.items().stream().filter(Item::isReady).findFirst().map(Item::owner);
    }
}
`,
  c: ({ noun, verb, n }) => `
/* Returns the number of bytes written, or -1 with errno set. */
static ssize_t ${noun}_${verb}(struct ${noun} *self, const char *buf, size_t len)
{
	size_t done = 0;

	if (self == NULL || len > ${n}) {
		errno = EINVAL;
		return -1;
	}
	while (done < len) {
		ssize_t n = write(self->fd, buf + done, len - done);
		if (n < 0 && errno == EINTR)
			continue;
		if (n < 0)
			return -1;
		done += (size_t)n;
	}
	self->total_${noun}s += done;
	return (ssize_t)done;
}
`,
  csharp: ({ noun, Noun, verb, Verb, n }) => `
public sealed class ${Noun}Service(ILogger<${Noun}Service> logger, I${Noun}Repository repository)
{
    /// <summary>Tries to ${verb} the ${noun} and reports how long it took.</summary>
    public async Task<${Noun}?> ${Verb}Async(Guid id, CancellationToken cancellationToken = default)
    {
        var watch = Stopwatch.StartNew();
        var ${noun} = await repository.FindAsync(id, cancellationToken).ConfigureAwait(false);
        if (${noun} is null || ${noun}.Items.Count > ${n})
        {
            logger.LogWarning("No ${noun} {Id} after {Elapsed} ms", id, watch.ElapsedMilliseconds);
            return null;
        }
        return ${noun} with { Items = ${noun}.Items.Where(item => item.IsReady).ToList() };
    }
}
`,
  ruby: ({ noun, Noun, verb, n }) => `
class ${Noun}Job < ApplicationJob
  queue_as :default
  retry_on Timeout::Error, wait: ${n}.seconds, attempts: 3

  def perform(${noun}_id, options = {})
    ${noun} = ${Noun}.find_by!(id: ${noun}_id)
    return if ${noun}.${verb}d? && !options[:force]

    ${noun}.items.each_with_index do |item, index|
      Rails.logger.info("#{index}: #{item.name}") if item.ready?
      item.update!(position: index, weight: item.weight.to_f / ${n + 1})
    end
  end
end
`,
  php: ({ noun, Noun, verb, n }) => `
final class ${Noun}Controller extends Controller
{
    public function ${verb}(Request $request, string $id): JsonResponse
    {
        $data = $request->validate(['name' => 'required|string|max:${n + 10}', 'tags' => 'array']);
        $${noun} = ${Noun}::query()->with(['items', 'owner'])->findOrFail($id);
        foreach ($${noun}->items as $index => $item) {
            if ($item->weight > ${n} || empty($data['tags'])) {
                continue;
            }
            $item->update(['position' => $index, 'name' => trim($data['name'])]);
        }
        return response()->json(['${noun}' => $${noun}->fresh()], 200);
    }
}
`,
};
